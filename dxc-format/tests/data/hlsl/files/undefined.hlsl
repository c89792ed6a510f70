#define RS "CBV(b0)"
[RootSignature(RS)] float4 first() : SV_Target { return 0; }
#undef RS
#define RS "CBV(b1)"
[RootSignature(RS)] float4 second() : SV_Target { return 0; }
