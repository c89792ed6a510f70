struct V { float3 p : P; }; struct K { float e[4] : SV_TessFactor; float i[2] : SV_InsideTessFactor; float2 x : X; };
[domain("quad")] void main(K k, float2 uv : SV_DomainLocation, const OutputPatch<V, 4> v, out float4 p : SV_Position, out float c : SV_ClipDistance0, out uint r : SV_RenderTargetArrayIndex) { p = float4(lerp(v[0].p, v[3].p, uv.x) + k.x.xyx, 1); c = uv.y; r = 2; }
