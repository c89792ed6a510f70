
namespace a { namespace b {
#define GRADE(Val, Enum, UpperBound) Enum = Val,
enum class Grades : uint16_t {
#include "x/Wood.def"
};
#define TAG(Num, Val) Val = Num,
enum class Tags : uint8_t {
#include "Wood.def"
    LLVM_MARK_AS_BITMASK_ENUM(Blue)
};
enum class Unrelated { None };
}
#define GRADE(Val, Enum, UpperBound) Enum = Val,
enum class WideGrades : uint64_t {
#include "Wood.def"
};
}
