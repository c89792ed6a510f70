#define RS "CBV(b0), " \
           "CBV(b0), " \
           "RootConstants(b1, num32BitConstants = 99)"
[RootSignature(RS)] float4 main() : SV_Target { return 0; }
