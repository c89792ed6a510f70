#define FRAME "CBV(b0, spaces = 1), "
#define RS FRAME \
    "SRV(b1), "  \
    "UAV(u0, visibility = SHADER_VISIBILITY_PIXLE)"
[RootSignature(RS)] float4 main() : SV_Target { return 0; }
