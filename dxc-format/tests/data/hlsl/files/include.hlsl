#include "shared.hlsli"
#define RS "CBV(b0)"
[RootSignature(RS)]
BEGIN_MAIN
    return 0;
}
