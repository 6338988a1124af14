/* Type information: its virtual tables, by which the machine knows what a piece of it says, and that of types without
   classes, which GCC puts where it finds the destructor of __fundamental_type_info. */

#include <cxxabi.h>
#include <string.h>
#include <typeinfo>

namespace std {

type_info::~type_info() {}

bool type_info::__is_pointer_p() const
{
    return false;
}

bool type_info::__is_function_p() const
{
    return false;
}

} // namespace std

namespace __cxxabiv1 {

__fundamental_type_info::~__fundamental_type_info() {}
__array_type_info::~__array_type_info() {}
__function_type_info::~__function_type_info() {}
__enum_type_info::~__enum_type_info() {}
__pbase_type_info::~__pbase_type_info() {}
__pointer_type_info::~__pointer_type_info() {}
__pointer_to_member_type_info::~__pointer_to_member_type_info() {}
__class_type_info::~__class_type_info() {}
__si_class_type_info::~__si_class_type_info() {}
__vmi_class_type_info::~__vmi_class_type_info() {}

bool __pointer_type_info::__is_pointer_p() const
{
    return true;
}

bool __function_type_info::__is_function_p() const
{
    return true;
}

} // namespace __cxxabiv1
