#define TILE 16
#define SQUARE(x) ((x) * (x))
#define COLOR float4(1, 0, 0, 1)
#define RS "RootConstants(b0, num32BitConstants = 4), UAV(u0)"

RWStructuredBuffer<uint> output : register(u0);

[RootSignature(RS)]
[numthreads(TILE, TILE, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    output[id.x] = SQUARE(id.y);
}
