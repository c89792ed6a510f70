Texture2D<float4> image : register(t0);
[RootSignature("DescriptorTable(SRV(t0))")]
float4 main(float4 at : SV_Position) : SV_Target
{
    return image[int2(at.xy)]; // "not a root signature"
}
