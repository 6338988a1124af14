/* Dates and times in streams of char: time_put, time_get. */

#include "facets.h"
#include <time.h>

namespace std {

FACET(__timepunct<char>, timepunct, "St11__timepunctIcE")
FACET(time_put<char>, time_put, "St8time_putIcSt19ostreambuf_iteratorIcSt11char_traitsIcEEE")
FACET(time_get<char>, time_get, "St8time_getIcSt19istreambuf_iteratorIcSt11char_traitsIcEEE")

template <> const char *__timepunct_cache<char>::_S_timezones[14] = {
    "GMT", "HST", "AKST", "PST", "MST", "CST", "EST", "AST", "NST", "CET", "IST", "EET", "CST", "JST"};

template <> void __timepunct<char>::_M_put(char *to, size_t size, const char *format, const tm *time) const noexcept
{
    if (strftime(to, size, format, time) == 0)
        *to = 0;
}

template <> void __timepunct<char>::_M_initialize_timepunct(__c_locale)
{
    if (!_M_data)
        _M_data = new __timepunct_cache<char>;
    __timepunct_cache<char> &data = *_M_data;
    data._M_date_format = data._M_date_era_format = "%m/%d/%y";
    data._M_time_format = data._M_time_era_format = "%H:%M:%S";
    data._M_date_time_format = data._M_date_time_era_format = "%a %b %e %H:%M:%S %Y";
    data._M_am = "AM"; data._M_pm = "PM"; data._M_am_pm_format = "%I:%M:%S %p";
    data._M_day1 = "Sunday"; data._M_day2 = "Monday"; data._M_day3 = "Tuesday";
    data._M_day4 = "Wednesday"; data._M_day5 = "Thursday"; data._M_day6 = "Friday";
    data._M_day7 = "Saturday";
    data._M_aday1 = "Sun"; data._M_aday2 = "Mon"; data._M_aday3 = "Tue"; data._M_aday4 = "Wed";
    data._M_aday5 = "Thu"; data._M_aday6 = "Fri"; data._M_aday7 = "Sat";
    data._M_month01 = "January"; data._M_month02 = "February"; data._M_month03 = "March";
    data._M_month04 = "April"; data._M_month05 = "May"; data._M_month06 = "June";
    data._M_month07 = "July"; data._M_month08 = "August"; data._M_month09 = "September";
    data._M_month10 = "October"; data._M_month11 = "November"; data._M_month12 = "December";
    data._M_amonth01 = "Jan"; data._M_amonth02 = "Feb"; data._M_amonth03 = "Mar";
    data._M_amonth04 = "Apr"; data._M_amonth05 = "May"; data._M_amonth06 = "Jun";
    data._M_amonth07 = "Jul"; data._M_amonth08 = "Aug"; data._M_amonth09 = "Sep";
    data._M_amonth10 = "Oct"; data._M_amonth11 = "Nov"; data._M_amonth12 = "Dec";
}

template class __timepunct<char>;
template struct __timepunct_cache<char>;
template class time_put<char>;
template class time_put_byname<char>;
template class time_get<char>;
template class time_get_byname<char>;

} // namespace std
