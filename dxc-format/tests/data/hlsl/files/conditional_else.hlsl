#ifdef TEXTURED
#define RS "DescriptorTable(SRV(t0))"
#else
#define RS "CBV(b0)"
#endif
[RootSignature(RS)] float4 main() : SV_Target { return 0; }
