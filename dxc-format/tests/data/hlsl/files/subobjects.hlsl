GlobalRootSignature everything = {
    "DescriptorTable(UAV(u0)), " // the target
    "SRV(t0)"
};
LocalRootSignature per_hit = { "RootConstants(b1, num32BitConstants = 4)" };
SubobjectToExportsAssociation which = { "per_hit", "hit" };
RaytracingPipelineConfig config = { 1 };

[shader("closesthit")]
void hit(inout float4 payload, in float2 at) {}
