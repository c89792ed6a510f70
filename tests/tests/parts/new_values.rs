//! Tests default values: they have a known version, so that callers need not set it.
//!
//! Judge: the rules of `validate`. No tool judges the defaults: they were chosen; the header is LLVM's.

use dxc_format::constants::{RootSignatureVersion, ShaderKind};
use dxc_format::level9::{Level9Kind, Level9Program};
use dxc_format::program::Program;
use dxc_format::psv0::PipelineStateValidation;
use dxc_format::rdat::RuntimeData;
use dxc_format::rdef::{Binding, ReflectedStage, ResourceDefinitions};
use dxc_format::rts0::RootSignature;
use dxc_format::tokens::TokenizedProgram;

/// As a `mcdxbc::RootSignatureDesc` of LLVM begins.
#[test]
fn a_new_root_signature_is_valid_and_empty() {
    let new = RootSignature::default();
    assert_eq!(new.version, RootSignatureVersion::V1_1);
    assert_eq!(dxc_shader::root_signature::validate(&new), []);
    let header = [2, 0, 24, 0, 24, 0].map(u32::to_le_bytes).concat();
    assert_eq!(new.to_bytes().unwrap(), header);
}

#[test]
fn new_programs_are_of_a_shader_model_that_the_part_may_have() {
    let new = Program::default();
    let version = new.version;
    assert_eq!((version.major(), version.minor()), (6, 0));
    assert_eq!(version.kind(), ShaderKind::Pixel);
    assert_eq!((new.dxil_version.major(), new.dxil_version.minor()), (1, 0));
    let version = TokenizedProgram::default().version;
    assert_eq!((version.major(), version.minor()), (5, 0));
    let version = Level9Program::default().version;
    assert_eq!((version.major(), version.minor()), (2, 0));
    assert_eq!(version.kind(), Level9Kind::Pixel);
}

#[test]
fn new_tables_are_of_the_version_that_there_is() {
    assert_eq!(RuntimeData::default().version, 0x10);
    let new = ResourceDefinitions::default();
    assert_eq!((new.major, new.minor), (4, 0));
    assert_eq!(new.stage, ReflectedStage::Pixel);
    // The extension was added in shader model 5.
    assert_eq!(new.extension, None);
    assert_eq!(Binding::default().bind_count, 1);
    assert_eq!(
        dxc_shader::psv0::validate(&PipelineStateValidation::default()),
        []
    );
}
