//! The rules that root signatures keep.

use crate::Rule;

const VALIDATOR: &str = "DXC DxilRootSignatureValidator.cpp, `VerifyRootSignature`";
const TABLE: &str = "DXC DxilRootSignatureValidator.cpp, `DescriptorTableVerifier::Verify`";
const REGISTERS: &str = "DXC DxilRootSignatureValidator.cpp, `AddRegisterRange`";
const SAMPLER: &str = "DXC DxilRootSignatureValidator.cpp, `StaticSamplerVerifier::Verify`";
const SHADER: &str = "DXC DxilRootSignatureValidator.cpp, `VerifyShader`";
const LAYOUT: &str = "LLVM DXContainer.h, `dxbc::RTS0`";
const CONVERSION: &str =
    "Direct3D 12 documentation, `GetRootSignatureDescAtVersion`; DXC DxilRootSignatureConvert.cpp";

macro_rules! rules {
    ($($constant:ident = $name:literal, $demands:literal, $source:expr;)*) => {
        $(
            #[doc = concat!("`", $name, "`: ", $demands, ".")]
            pub static $constant: Rule = Rule::new($name, $demands, $source);
        )*

        /// Every rule of this module, in its order.
        pub static ALL: &[&Rule] = &[$(&$constant),*];
    };
}

rules! {
    // A root signature as a whole.
    VERSION = "version", "the version is 1.0, 1.1 or 1.2", "LLVM DXContainer.h, `RootSignatureVersion`";
    ROOT_FLAGS = "root-flags", "only bits that have a meaning are set", VALIDATOR;
    ROOT_COST = "root-cost", "parameters cost at most 64 words together, but for those of a local root signature",
        "Direct3D 12, `D3D12_MAX_ROOT_COST`; Direct3D 12 documentation, Root Signature Limits";
    FIELD_OF_LATER_VERSION = "field-of-later-version", "a field that the version lacks is empty", LAYOUT;

    // Parameters.
    PARAMETER_TYPE = "parameter-type", "a parameter is a table, constants, a CBV, an SRV or a UAV", VALIDATOR;
    PARAMETER_PAYLOAD = "parameter-payload", "what a parameter holds is what its type says", VALIDATOR;
    VISIBILITY = "visibility", "a parameter or sampler is seen by all stages or by one that there is", VALIDATOR;
    DESCRIPTOR_FLAGS = "descriptor-flags", "only bits that have a meaning are set", VALIDATOR;
    DESCRIPTOR_DATA_FLAGS = "descriptor-data-flags", "at most one DATA_* flag is set", VALIDATOR;

    // Descriptor tables.
    RANGE_TYPE = "range-type", "a range holds SRVs, UAVs, CBVs or samplers", TABLE;
    RANGE_MIXED = "range-mixed", "samplers share a table with samplers only", TABLE;
    RANGE_EMPTY = "range-empty", "a range holds at least one descriptor", TABLE;
    RANGE_BEHIND_UNBOUNDED = "range-behind-unbounded", "nothing is appended to a table that has no end", TABLE;
    RANGE_REGISTERS = "range-registers", "the last register has at most 32 bits", TABLE;
    RANGE_OFFSETS = "range-offsets", "the last descriptor's offset has at most 32 bits", TABLE;
    RANGE_FLAGS = "range-flags", "only bits that have a meaning are set", VALIDATOR;
    RANGE_SAMPLER_DATA = "range-sampler-data", "samplers have no data, so no DATA_* flag is set", VALIDATOR;
    RANGE_DATA_FLAGS = "range-data-flags", "at most one DATA_* flag is set", VALIDATOR;
    RANGE_STATIC_DATA = "range-static-data", "data is not static where descriptors are volatile", VALIDATOR;
    RANGE_DESCRIPTORS_FLAGS = "range-descriptors-flags", "at most one DESCRIPTORS_* flag is set",
        "LLVM RootSignatureValidations.cpp, `verifyDescriptorRangeFlag`";

    // Registers.
    RESERVED_SPACE = "reserved-space", "register spaces from 0xfffffff0 are the system's", REGISTERS;
    REGISTER_OVERLAP = "register-overlap", "no stage sees a register twice", REGISTERS;

    // Static samplers.
    SAMPLER_FILTER = "sampler-filter", "the filter is one that there is", SAMPLER;
    SAMPLER_ADDRESS = "sampler-address", "the address mode is one that there is", SAMPLER;
    SAMPLER_MIP_LOD_BIAS = "sampler-mip-lod-bias", "the bias is from -16 to 15.99", SAMPLER;
    SAMPLER_ANISOTROPY = "sampler-anisotropy", "anisotropy is at most 16", SAMPLER;
    SAMPLER_COMPARISON = "sampler-comparison", "a comparison filter has a comparison", SAMPLER;
    SAMPLER_BORDER_COLOR = "sampler-border-color", "the border color is one that there is",
        "LLVM DXContainer.h, `dxbc::isValidBorderColor`";
    SAMPLER_LOD = "sampler-lod", "a level of detail is a number", SAMPLER;
    SAMPLER_FLAGS = "sampler-flags", "only bits that have a meaning are set",
        "LLVM DXContainer.h, `dxbc::isValidStaticSamplerFlags`";

    // A shader that uses it.
    RESOURCE_NOT_BOUND = "resource-not-bound",
        "the root signature has a range that the stage sees and that holds all registers of the resource", SHADER;
    ROOT_DESCRIPTOR_VIEW = "root-descriptor-view",
        "a root descriptor is a raw or structured buffer, without a counter", SHADER;
    STAGE_DENIED = "stage-denied", "a stage that has resources is not denied access", SHADER;
    INPUT_LAYOUT = "input-layout",
        "vertex inputs need AllowInputAssemblerInputLayout", "Direct3D 12, `D3D12_ROOT_SIGNATURE_FLAGS`";

    // Conversion to another version.
    PROMISE_DROPPED = "promise-dropped", "in version 1.0 all descriptors and data are volatile", CONVERSION;
    BORDER_FLAG_DROPPED = "border-flag-dropped",
        "before version 1.2 the border color alone says that it holds integers",
        "DirectX-Headers d3dx12_root_signature.h, `D3DX12SerializeVersionedRootSignature`";
    NOT_EXPRESSIBLE = "not-expressible", "the version has no field for it, and dropping it changes the meaning",
        CONVERSION;
}
