// The frame's constants, and one texture.
#define RS \
    "RootFlags(ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT), " \
    "CBV(b0), "                                       \
    "DescriptorTable(SRV(t0)), "                      \
    "StaticSampler(s0)"

float4 main() : SV_Target { return 0; }
