// dxc 1.9.2602.17 -T lib_6_8 -enable-16bit-types
struct Rec { uint3 grid : SV_DispatchGrid; uint index; float4 data; };
struct Rec2 { uint a; uint16_t2 grid : SV_DispatchGrid; };
struct [NodeTrackRWInputSharing] Rec1 { uint a; uint b; uint grid : SV_DispatchGrid; };
struct Leaf { uint value; };
RWStructuredBuffer<uint> o : register(u0);
groupshared uint gs[33];
[Shader("node")] [NodeIsProgramEntry] [NodeID("start", 3)] [NodeLaunch("broadcasting")] [NodeDispatchGrid(4, 5, 6)] [NumThreads(8, 2, 1)] [NodeLocalRootArgumentsTableIndex(7)] [NodeMaxRecursionDepth(5)]
void fixedGrid(RWDispatchNodeInputRecord<Leaf> input,
  [MaxRecords(12)] [NodeID("sparse", 2)] [AllowSparseNodes] [NodeArraySize(9)] NodeOutputArray<Leaf> many,
  [MaxRecordsSharedWith(many)] NodeOutput<Leaf> budget,
  [MaxRecords(2)] [UnboundedSparseNodes] NodeOutputArray<Rec> endless,
  [MaxRecords(3)] EmptyNodeOutput nothing,
  [MaxRecords(3)] [NodeArraySize(2)] EmptyNodeOutputArray nothings,
  [MaxRecords(1)] NodeOutput<Leaf> start,
  uint t : SV_GroupIndex) {
  gs[t] = input.Get().value; GroupMemoryBarrierWithGroupSync();
  ThreadNodeOutputRecords<Leaf> r = many[1].GetThreadNodeOutputRecords(1); r.Get().value = gs[t ^ 1]; r.OutputComplete();
  ThreadNodeOutputRecords<Leaf> s = budget.GetThreadNodeOutputRecords(1); s.Get().value = t; s.OutputComplete();
  nothing.GroupIncrementOutputCount(1);
  input.Get().value = 3;
}
[Shader("node")] [NodeLaunch("broadcasting")] [NodeMaxDispatchGrid(16, 4, 1)] [NumThreads(32, 1, 1)] [NodeShareInputOf("start", 3)]
void sharing(DispatchNodeInputRecord<Rec2> input) { o[0] = input.Get().a; }
[Shader("node")] [NodeLaunch("broadcasting")] [NodeMaxDispatchGrid(99, 1, 1)] [NumThreads(32, 1, 1)]
void grid1(globallycoherent RWDispatchNodeInputRecord<Rec1> input) { o[1] = input.Get().a; input.FinishedCrossGroupSharing(); }
[Shader("node")] [NodeLaunch("coalescing")] [NumThreads(64, 1, 1)]
void empties([MaxRecords(5)] EmptyNodeInput input) { o[2] = input.Count(); }
[Shader("node")] [NodeLaunch("coalescing")] [NumThreads(64, 1, 1)]
void together([MaxRecords(6)] RWGroupNodeInputRecords<Leaf> input) { o[2] = input.Count(); input[0].value = 1; }
[Shader("node")] [NodeLaunch("thread")]
void alone(RWThreadNodeInputRecord<Leaf> input, [MaxRecords(0)] NodeOutput<Leaf> out1) { input.Get().value = 2; }
[Shader("node")] [NodeLaunch("broadcasting")] [NodeDispatchGrid(1,1,1)] [NumThreads(1,1,1)]
void inputless() { o[3] = 1; }
[Shader("compute")] [NumThreads(7,1,1)] void plain() { o[4] = 1; }
