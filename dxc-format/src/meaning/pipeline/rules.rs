//! The rules that PSV0 keeps, and where they are known from.

use crate::meaning::finding::{Rule, Weight};

/// The validator compares PSV0 with the module that it comes from, which never breaks these rules.
pub(super) const SIGNED: Weight = Weight::Validator { since: "1.0" };

pub(super) const WRITABLE: Rule = Rule::new(
    "psv-writable",
    "counts, strides and masks agree with the version, the stage and the vectors",
    "DXC DxilPipelineStateValidation.h, `ReadOrWrite`",
)
.broken("it cannot be written: {}");
pub(super) const STAGE: Rule = Rule::new(
    "psv-stage",
    "the stage is one that takes part in a pipeline of its own",
    "DXC DxilContainerAssembler.cpp, `DxilPSVWriter`",
)
.broken("shaders of the stage {} take part in no pipeline of their own")
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
    "no wave has to have more lanes than it may have",
    "DXC DxilPipelineStateValidation.h, `PSVRuntimeInfo0`",
)
.broken("a wave has at least {} lanes")
.weight(SIGNED);
pub(super) const RANGE: Rule = Rule::new(
    "psv-resource-range",
    "the first register is not behind the last",
    "DXC DxilPipelineStateValidation.h, `PSVResourceBindInfo0`",
)
.broken("the last register is {}")
.weight(SIGNED);
pub(super) const RESOURCE_KIND: Rule = Rule::new(
    "psv-resource-kind",
    "the shape of a resource is one that its view can have",
    "DXC DxilPipelineStateValidation.cpp, `InitPSVResourceBinding`",
)
.broken("the view does not go with the kind: {}")
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
    "the value is a known one",
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
.broken("the element takes {}")
.weight(SIGNED);
pub(super) const OVERLAP: Rule = Rule::new(
    "psv-element-overlap",
    "no two elements have the same components",
    "DXC DxilValidation.cpp, `Meta.SignatureOverlap`",
)
.broken("another element takes some of {}")
.weight(SIGNED);
pub(super) const NAMED: Rule = Rule::new(
    "table-reference",
    "a number that names something in a table lies within it",
    "DXC DxilContainerValidation.cpp, `ContainerContentInvalid`",
)
.broken("{}");
pub(super) const END: Rule = Rule::new(
    "table-end",
    "a table of strings ends with NUL",
    "DXC DxilPipelineStateValidation.h, `ReadOrWrite`",
)
.broken("the table of strings ends in {}, without NUL");
// The validator asks for it since the PSV0 of a file need not be byte by byte what it writes itself; mesh shaders of
// earlier compilers have numbers that nothing names.
pub(super) const UNUSED: Rule = Rule::new(
    "table-unused",
    "everything in a table is named, but for the NUL that it may begin with",
    "DXC DxilContainerValidation.cpp, `ContainerUnusedItemInTable`",
)
.broken("nothing names {}")
.weight(Weight::Tidy);
