/* Rules for the traffic alert and collision avoidance system of the Siemens suite, for `./x conformance tcas`.
   -I says which version, -DRULE=11 … 52 the property and its rule. With -DDRAWN, inputs are drawn from
   ranges by gmc_choose; without, they are undecided, within the same ranges. */

#include <gmc.h>
#include <stdio.h>
#include <stdlib.h>

#define main tcas_main
#include <tcas.c>
#undef main

static int input(int least, int most)
{
#ifdef DRAWN
    return least + (int)gmc_choose((unsigned)(most - least + 1));
#else
    int value;
    gmc_any(&value, sizeof value, "input");
    gmc_assume(value >= least && value <= most);
    return value;
#endif
}

int main(void)
{
    initialize();
    /* A threat that is reported with confidence, by an aircraft that says nothing of its own intent. */
    High_Confidence = 1;
    Two_of_Three_Reports_Valid = 1;
    Own_Tracked_Alt_Rate = OLEV;
    Other_RAC = NO_INTENT;
    Other_Capability = TCAS_TA;
    Cur_Vertical_Sep = input(MAXALTDIFF + 1, MAXALTDIFF + 400);
    Alt_Layer_Value = input(0, 3);
    Climb_Inhibit = input(0, 1);
    Own_Tracked_Alt = input(0, 999);
    Other_Tracked_Alt = input(0, 999);
    int enough = Positive_RA_Alt_Thresh[Alt_Layer_Value];
    Up_Separation = enough + input(-50, 50);
    Down_Separation = enough + input(-50, 50);

    int up_is_safe = Up_Separation >= enough, down_is_safe = Down_Separation >= enough;
    int is_above = Own_Tracked_Alt > Other_Tracked_Alt, is_below = Own_Tracked_Alt < Other_Tracked_Alt;
    int advice = alt_sep_test();
    int is_up = advice == UPWARD_RA, is_down = advice == DOWNWARD_RA;

    (void)is_above, (void)is_below, (void)is_up, (void)is_down, (void)up_is_safe, (void)down_is_safe;
    switch (RULE) {
    /* Safe advisory selection: not the way that is unsafe, if the other one is safe. */
    case 11: gmc_assert(!(up_is_safe && !down_is_safe && is_down)); break;
    case 12: gmc_assert(!(!up_is_safe && down_is_safe && is_up)); break;
    /* Best advisory selection: if none is safe, the one that separates more. */
    case 21: gmc_assert(!(!up_is_safe && !down_is_safe && Up_Separation > Down_Separation && is_down)); break;
    case 22: gmc_assert(!(!up_is_safe && !down_is_safe && Up_Separation < Down_Separation && is_up)); break;
    /* Avoid unnecessary crossing: if both are safe, the one that does not cross the other's altitude. */
    case 31: gmc_assert(!(up_is_safe && down_is_safe && is_above && is_down)); break;
    case 32: gmc_assert(!(up_is_safe && down_is_safe && is_below && is_up)); break;
    /* No crossing advisory selection: never across the other's altitude. */
    case 41: gmc_assert(!(is_above && is_down)); break;
    case 42: gmc_assert(!(is_below && is_up)); break;
    /* Optimal advisory selection: the one that separates more. */
    case 51: gmc_assert(!(Up_Separation > Down_Separation && is_down)); break;
    case 52: gmc_assert(!(Up_Separation < Down_Separation && is_up)); break;
    }
    return 0;
}
