//! The rules for PSV0, and their sources.

use crate::meaning::finding::{Rule, Weight};

/// The validator compares PSV0 with its module, which never breaks these rules.
pub(super) const SIGNED: Weight = Weight::Validator { since: "1.0" };

pub(super) const WRITABLE: Rule = Rule::new(
    "psv-writable",
    "counts, strides and masks agree with the version, the stage and the vectors",
    "DXC DxilPipelineStateValidation.h, `ReadOrWrite`",
)
.broken("it cannot be written: {}");
pub(super) const STAGE: Rule = Rule::new(
    "psv-stage",
    "the stage is one of a pipeline",
    "DXC DxilContainerAssembler.cpp, `DxilPSVWriter`",
)
.broken("the stage {} is not one of a pipeline")
.weight(SIGNED);
pub(super) const THREADS: Rule = Rule::new(
    "psv-threads",
    "a stage that runs in groups has at least 1 thread along each axis, and no other has any",
    "DXC DxilPipelineStateValidation.h, `PSVRuntimeInfo2`",
)
.broken("a group cannot have {}")
.weight(SIGNED);
pub(super) const WAVE: Rule = Rule::new(
    "psv-wave-lanes",
    "the minimum wave size does not exceed the maximum",
    "DXC DxilPipelineStateValidation.h, `PSVRuntimeInfo0`",
)
.broken("a wave has at least {} lanes")
.weight(SIGNED);
pub(super) const WAVE_SIZE: Rule = Rule::new(
    "psv-wave-size",
    "a compute shader may require wave sizes that are powers of two from 4 to 128; other stages run with any",
    "DXC DxilPipelineStateValidation.cpp, `SetShaderProps`",
)
.broken("the wave sizes are {}")
.weight(SIGNED);
pub(super) const RANGE: Rule = Rule::new(
    "psv-resource-range",
    "the first register is not after the last",
    "DXC DxilPipelineStateValidation.h, `PSVResourceBindInfo0`",
)
.broken("the last register is {}")
.weight(SIGNED);
pub(super) const RESOURCE_KIND: Rule = Rule::new(
    "psv-resource-kind",
    "the shape of a resource is one that its view can have",
    "DXC DxilPipelineStateValidation.cpp, `InitPSVResourceBinding`",
)
.broken("the view does not match the kind: {}")
.weight(SIGNED);
pub(super) const RESOURCE_VERSION: Rule = Rule::new(
    "psv-resource-version",
    "resources are in the newest version that is not newer than the info's",
    "DXC DxilPipelineStateValidation.h, `PSVInitInfo`",
)
.broken("records take {}")
.weight(SIGNED);
pub(super) const KNOWN: Rule = Rule::new(
    "psv-known-value",
    "the value is known",
    "LLVM DXContainerConstants.def",
)
.broken("{}")
.weight(SIGNED);
pub(super) const ELEMENTS: Rule = Rule::new(
    "psv-stage-elements",
    "only stages that have a signature have its elements",
    "DXC DxilSigPoint.inl",
)
.broken("the stage has no such signature: {}")
.weight(SIGNED);
pub(super) const STREAMS: Rule = Rule::new(
    "psv-streams",
    "outputs are in streams that the stage has",
    "DXC DxilPipelineStateValidation.h, `ReadOrWrite`",
)
.broken("the stage has no such stream: {}")
.weight(SIGNED);
pub(super) const SHAPE: Rule = Rule::new(
    "psv-element-shape",
    "an element has 1 to `MAX_ELEMENT_ROWS` rows, and columns that end within their vectors",
    "DXC DxilContainerAssembler.cpp, `SetPSVSigElement`",
)
.broken("an element cannot have {}")
.weight(SIGNED);
pub(super) const VECTORS: Rule = Rule::new(
    "psv-element-vectors",
    "an element with a place ends within the vectors that the info counts",
    "DXC DxilPipelineStateValidation.h, `PSVRuntimeInfo1`",
)
.broken("the element has {}")
.weight(SIGNED);
pub(super) const OVERLAP: Rule = Rule::new(
    "psv-element-overlap",
    "no two elements share components",
    "DXC DxilValidation.cpp, `Meta.SignatureOverlap`",
)
.broken("another element has some of {}")
.weight(SIGNED);
pub(super) const BOOLEAN: Rule = Rule::new(
    "psv-boolean",
    "a boolean is 0 or 1",
    "DXC DxilContainerValidation.cpp, `PSVContentVerifier::VerifyEntryProperties`",
)
.broken("the boolean is {}")
.weight(SIGNED);
pub(super) const IMPLIED: Rule = Rule::new(
    "psv-implied",
    "a flag of the stage matches the elements",
    "DXC DxilPipelineStateValidation.cpp, `SetShaderProps`",
)
.broken("the flag is {}")
.weight(SIGNED);
pub(super) const VECTORS_USED: Rule = Rule::new(
    "psv-vectors",
    "a signature has the vectors of its elements",
    "DXC DxilSignature.cpp, `DxilSignature::NumVectorsUsed`",
)
.broken("there are {}")
.weight(SIGNED);
pub(super) const STAGE_VALUE: Rule = Rule::new(
    "psv-stage-value",
    "a value of the stage is one that shaders of the stage can have",
    "DXC DxilPipelineStateValidation.cpp, `SetShaderProps`; DXC DxilValidation.cpp, `ValidateShaderState`",
)
.broken("the value is {}")
.weight(SIGNED);
pub(super) const PLACE: Rule = Rule::new(
    "psv-element-place",
    "an element that is not packed into vectors has row 0 and column 0",
    "DXC DxilPipelineStateValidation.cpp, `InitPSVSignatureElement`",
)
.broken("the element is not packed, and has {}")
.weight(SIGNED);
pub(super) const DYNAMIC: Rule = Rule::new(
    "psv-dynamic-mask",
    "only columns of an element with several rows are indexed dynamically",
    "DXC DxilPreparePasses.cpp, `MarkUsedSignatureElements`",
)
.broken("the mask is {}")
.weight(SIGNED);
pub(super) const INTERPOLATION: Rule = Rule::new(
    "psv-interpolation",
    "only elements that pass the rasterizer are interpolated",
    "DXC DxilSigPoint.h, `SigPoint::NeedsInterpMode`",
)
.broken("the mode is {}, where nothing is interpolated")
.weight(SIGNED);
pub(super) const SHARED: Rule = Rule::new(
    "psv-group-shared",
    "only stages that run in groups share memory",
    "DXC DxilPipelineStateValidation.cpp, `SetShaderProps`",
)
.broken("a group shares {}")
.weight(SIGNED);
pub(super) const DEPENDENCY: Rule = Rule::new(
    "psv-dependency",
    "dependency tables and view masks reference components that elements have",
    "DXC ComputeViewIdStateBuilder.cpp",
)
.broken("a dependency references {}, which no element has")
.weight(SIGNED);
pub(super) const RESOURCE_ORDER: Rule = Rule::new(
    "psv-resource-order",
    "resources are in the order CBV, sampler, SRV, UAV",
    "DXC DxilContainerAssembler.cpp, `DxilPSVWriter::write`",
)
.broken("{}")
.weight(SIGNED);
pub(super) const RESOURCE_OVERLAP: Rule = Rule::new(
    "psv-resource-overlap",
    "no two resources of a class share registers",
    "DXC DxilValidation.cpp, `ValidateResourceOverlap`",
)
.broken("{}")
.weight(SIGNED);
pub(super) const NAMED: Rule = Rule::new(
    "table-reference",
    "references to a table are within it",
    "DXC DxilContainerValidation.cpp, `ContainerContentInvalid`",
)
.broken("{}");
pub(super) const END: Rule = Rule::new(
    "table-end",
    "a table of strings ends with NUL",
    "DXC DxilPipelineStateValidation.h, `ReadOrWrite`",
)
.broken("the table of strings ends in {}, without NUL");
// The validator checks this because the PSV0 of a file may differ from the one that it writes itself; mesh shaders of
// earlier compilers have unreferenced numbers.
pub(super) const UNUSED: Rule = Rule::new(
    "table-unused",
    "every entry of a table is referenced, except for an initial NUL",
    "DXC DxilContainerValidation.cpp, `ContainerUnusedItemInTable`",
)
.broken("unreferenced: {}")
.weight(Weight::Tidy);
