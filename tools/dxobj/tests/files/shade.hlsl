// `shade.dxil` is this, compiled by `dxc -T ps_6_0 -Qstrip_reflect`; `shade-new.dxil` has `-D NEW`. The files .dxbc are of
// `fxc /T ps_5_0 /Qstrip_reflect`.
Texture2D picture : register(t0);
SamplerState linear_clamp : register(s0);
RWBuffer<float> trace : register(u1);
cbuffer Constants : register(b0) { float4 tint; int count; };

float4 main(float2 uv : TEXCOORD, float4 color : COLOR) : SV_Target {
  float4 value = picture.Sample(linear_clamp, uv) * tint;
  float sum = 0;
  [loop] for (int i = 0; i < count; ++i) {
    sum += sin(value.x * i);
#ifdef NEW
    trace[i] = sum;
#endif
    if (sum > 3)
      value.y += color.z;
  }
#ifdef NEW
  float x = abs(value.x * color.x + sum);
#else
  float x = value.x * color.x + sum;
#endif
  trace[count] = x;
  return float4(x, sqrt(x), x * value.y + 1, color.w);
}
