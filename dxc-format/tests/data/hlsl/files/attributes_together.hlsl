[numthreads(8, 8, 1), RootSignature("UAV(u0)")]
void first() {}

[shader("compute")] [rootsignature("UAV(u1)")] [numthreads(1, 1, 1)] export void second() {}
