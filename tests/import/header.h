namespace llvm { namespace dxbc {
#define GRADE(Val, Enum, UpperBound) Enum = Val,
enum class Grades : uint16_t {
#include "x/Wood.def"
};
}
namespace a::b { /* flags as
masks */
#define TAG(Num, Val) Val = Num,
enum class Tags : uint8_t {
#include "Wood.def"
    LLVM_MARK_AS_BITMASK_ENUM(Blue)
};
enum class Unrelated { None };
#define BITS(Index, \
             Enum) bool Enum = false; // BITS(4, Dry)
struct S { struct Bits {
#include "Wood.def"
}; };
}
#define GRADE(Val, Enum, UpperBound) Enum = Val,
enum class WideGrades : uint64_t {
#include "Wood.def"
};
}
