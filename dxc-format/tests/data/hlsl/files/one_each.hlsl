#define VERTEX_RS "CBV(b0)"
#define PIXEL_RS "SRV(t0)"
[RootSignature(VERTEX_RS)]
float4 vertex() : SV_Position { return 0; }
[RootSignature(PIXEL_RS)]
float4 pixel() : SV_Target { return 0; }
