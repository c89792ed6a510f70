// LLVM's reader and writer, asked line by line: `results JOB` or `time JOB`. The jobs are those of the benchmark beside it,
// over the files that the arguments name; those that LLVM refuses are left out.

#include "llvm/BinaryFormat/DXContainer.h"
#include "llvm/ObjCopy/CommonConfig.h"
#include "llvm/ObjCopy/DXContainer/DXContainerConfig.h"
#include "llvm/ObjCopy/DXContainer/DXContainerObjcopy.h"
#include "llvm/Object/DXContainer.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <cstring>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

using namespace llvm;
using object::DXContainer;
namespace RTS0 = dxbc::RTS0;
namespace PSV = dxbc::PSV;

// Wrap around, as the sums of the other contenders do.
static uint32_t bits(float value) {
  uint32_t word;
  memcpy(&word, &value, sizeof(word));
  return word;
}

template <typename T> static uint32_t word(const T *at) {
  uint32_t word;
  memcpy(&word, at, sizeof(word));
  return word;
}

static uint64_t elements(const object::DirectX::Signature &signature) {
  uint64_t sum = 0;
  for (dxbc::ProgramSignatureElement e : signature)
    sum += uint32_t(e.Stream + e.Index + uint32_t(e.SystemValue) + uint32_t(e.CompType) + e.Register + e.Mask +
                    e.ExclusiveMask);
  return sum;
}

template <typename List> static uint32_t words(const List &list) {
  uint32_t sum = 0;
  for (uint32_t word : list)
    sum += word;
  return sum;
}

static uint32_t pipeline(const object::DirectX::PSVRuntimeInfo &info) {
  uint32_t sum = 0;
  if (auto *lanes = info.getInfoAs<PSV::v0::RuntimeInfo>())
    sum += lanes->MinimumWaveLaneCount + lanes->MaximumWaveLaneCount;
  for (PSV::v2::ResourceBindInfo resource : info.getResources())
    sum += uint32_t(resource.Type) + resource.Space + resource.LowerBound + resource.UpperBound;
  sum += words(info.getSemanticIndexTable());
  for (auto run : {info.getSigInputElements(), info.getSigOutputElements(), info.getSigPatchOrPrimElements()})
    for (PSV::v0::SignatureElement element : run)
      // The rows, the first one, the columns and the kind lie one behind the other.
      sum += element.NameOffset + element.IndicesOffset + word(&element.Rows);
  for (size_t stream = 0; stream < 4; ++stream)
    sum += words(info.getOutputVectorMasks(stream)) + words(info.getInputOutputMap(stream));
  return sum + words(info.getPatchOrPrimMasks()) + words(info.getInputPatchMap()) + words(info.getPatchOutputMap());
}

template <typename Range> static uint32_t table(object::DirectX::DescriptorTableView view) {
  auto table = cantFail(view.read<Range>());
  uint32_t count = 0;
  volatile uint32_t read = 0;
  for (Range range : table) {
    ++count;
    read = read + range.RangeType + range.NumDescriptors + range.BaseShaderRegister + range.RegisterSpace +
           range.OffsetInDescriptorsFromTableStart;
  }
  return count;
}

static uint32_t parameter(const object::DirectX::RootSignature &signature,
                          const RTS0::v1::RootParameterHeader &header) {
  auto view = cantFail(signature.getParameter(header));
  uint32_t version = signature.getVersion();
  if (auto *constants = dyn_cast<object::DirectX::RootConstantView>(&view)) {
    auto read = cantFail(constants->read());
    return read.ShaderRegister + read.RegisterSpace + read.Num32BitValues;
  }
  if (auto *descriptor = dyn_cast<object::DirectX::RootDescriptorView>(&view)) {
    // It knows no version 3, whose descriptors are those of version 2.
    auto read = cantFail(descriptor->read(version > 2 ? 2 : version));
    return read.ShaderRegister + read.RegisterSpace;
  }
  auto &ranges = *cast<object::DirectX::DescriptorTableView>(&view);
  return version == 1 ? table<RTS0::v1::DescriptorRange>(ranges) : table<RTS0::v2::DescriptorRange>(ranges);
}

static uint32_t rootSignature(const object::DirectX::RootSignature &signature) {
  uint32_t sum = signature.getVersion() + signature.getFlags();
  for (RTS0::v1::RootParameterHeader header : signature.param_headers())
    sum += parameter(signature, header);
  for (RTS0::v3::StaticSampler s : signature.samplers())
    sum += s.Filter + s.AddressU + s.AddressV + s.AddressW + bits(s.MipLODBias) + s.MaxAnisotropy + s.ComparisonFunc +
           s.BorderColor + bits(s.MinLOD) + bits(s.MaxLOD) + s.ShaderRegister + s.RegisterSpace;
  return sum;
}

static DXContainer container(MemoryBufferRef file) { return cantFail(DXContainer::create(file)); }

static uint64_t openFile(MemoryBufferRef file) { return container(file).getHeader().PartCount; }

static uint64_t readFields(MemoryBufferRef file) {
  DXContainer parts = container(file);
  uint64_t sum = 0;
  if (const auto &program = parts.getDXIL()) {
    const dxbc::ProgramHeader &header = program->first;
    sum += word(&header.Version) + uint64_t(word(&header.Bitcode.MinorVersion)) + header.Bitcode.Size;
  }
  if (auto flags = parts.getShaderFeatureFlags())
    sum += *flags;
  if (auto hash = parts.getShaderHash()) {
    uint64_t halves[2];
    memcpy(halves, hash->Digest, sizeof(halves));
    sum += halves[0] + halves[1];
  }
  sum += elements(parts.getInputSignature()) + elements(parts.getOutputSignature()) +
         elements(parts.getPatchConstantSignature());
  if (const auto &info = parts.getPSVInfo())
    sum += pipeline(*info);
  if (const auto &signature = parts.getRootSignature())
    sum += rootSignature(*signature);
  return sum;
}

// What llvm-objcopy does: parts are copied as bytes.
static uint64_t copyParts(MemoryBufferRef file) {
  auto object = cantFail(object::ObjectFile::createObjectFile(file));
  SmallVector<char, 0> bytes;
  bytes.reserve(file.getBufferSize());
  raw_svector_ostream out(bytes);
  objcopy::CommonConfig common;
  objcopy::DXContainerConfig config;
  cantFail(objcopy::dxbc::executeObjcopyOnBinary(common, config, *cast<object::DXContainerObjectFile>(object.get()), out));
  return bytes.size();
}

static uint64_t (*named(const std::string &job))(MemoryBufferRef) {
  return job == "open" ? openFile : job == "views" ? readFields : copyParts;
}

int main(int count, char **paths) {
  std::vector<std::unique_ptr<MemoryBuffer>> files;
  for (int at = 1; at < count; ++at) {
    auto file = std::move(*MemoryBuffer::getFile(paths[at], false, false));
    auto read = DXContainer::create(file->getMemBufferRef());
    std::cout << bool(read) << ' ';
    if (read)
      files.push_back(std::move(file));
    else
      consumeError(read.takeError());
  }
  std::cout << std::endl;
  for (std::string what, job; std::cin >> what >> job;) {
    auto run = named(job);
    if (what == "results") {
      for (auto &file : files)
        std::cout << run(file->getMemBufferRef()) << ' ';
      std::cout << std::endl;
      continue;
    }
    auto start = std::chrono::steady_clock::now();
    volatile uint64_t kept;
    for (auto &file : files)
      kept = run(file->getMemBufferRef());
    std::chrono::nanoseconds taken = std::chrono::steady_clock::now() - start;
    std::cout << taken.count() << std::endl;
  }
}
