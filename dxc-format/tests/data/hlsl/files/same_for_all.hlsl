#define RS "CBV(b0), SRV(t0)"
[RootSignature(RS)] float4 vertex() : SV_Position { return 0; }
[RootSignature(RS)] float4 pixel() : SV_Target { return 0; }
