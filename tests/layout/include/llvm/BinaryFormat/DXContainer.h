// A header that has more than the schema beside it, and some things otherwise.
#include <stdint.h>

namespace tiny {

enum class Kind : uint8_t { Plain = 0, Fancy = 1, Later = 2 };

enum class Options : uint32_t { None = 0, First = 1, Second = 4 };

#define COLOR(Number, Name) Name = Number,
enum class Color : uint32_t {
#include "DXContainerConstants.def"
};

struct Version {
  uint16_t Major;
  uint16_t Minor;
  uint16_t Patch;
};

struct Small {
  uint8_t Low : 3;
  uint8_t High : 5;
};

struct Head {
  uint8_t Magic[4];
  Version Number;
  uint8_t Low : 3;
  uint8_t High : 5;
  Kind Kind;
  float Weight;
};

struct Grown : Head {
  uint32_t Count;
};

union Either {
  uint32_t Number;
  Small Packed;
  float Other;
};

// What holds a union has no bytes that a constant expression could look at.
struct Holder {
  Either Any;
  uint8_t Low : 3;
  uint8_t High : 5;
};

struct Unheard {
  uint32_t Of;
};

} // namespace tiny
