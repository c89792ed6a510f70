// Validates containers with DXC's validator: reads their paths from standard input, and prints `ok` or `bad MESSAGE` for each.
// The argument is the path of `dxil.dll`. The module `one_byte` of the test `parts` runs it.
#include <windows.h>

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

struct Blob : IUnknown {
  virtual LPVOID STDMETHODCALLTYPE GetBufferPointer() = 0;
  virtual SIZE_T STDMETHODCALLTYPE GetBufferSize() = 0;
};
struct Result : IUnknown {
  virtual HRESULT STDMETHODCALLTYPE GetStatus(HRESULT *) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetResult(Blob **) = 0;
  virtual HRESULT STDMETHODCALLTYPE GetErrorBuffer(Blob **) = 0;
};
struct Validator : IUnknown {
  virtual HRESULT STDMETHODCALLTYPE Validate(Blob *, UINT32, Result **) = 0;
};

// A blob on the stack.
struct Bytes : Blob {
  std::vector<char> data;
  ULONG STDMETHODCALLTYPE AddRef() { return 2; }
  ULONG STDMETHODCALLTYPE Release() { return 1; }
  HRESULT STDMETHODCALLTYPE QueryInterface(REFIID, void **found) {
    *found = this;
    return S_OK;
  }
  LPVOID STDMETHODCALLTYPE GetBufferPointer() { return data.data(); }
  SIZE_T STDMETHODCALLTYPE GetBufferSize() { return data.size(); }
};

static const GUID CLSID_DxcValidator = {0x8CA3E215, 0xF728, 0x4CF3, {0x8C, 0xDD, 0x88, 0xAF, 0x91, 0x75, 0x87, 0xA1}};
static const GUID IID_IDxcValidator = {0xA6E82BD2, 0x1FD7, 0x4826, {0x98, 0x11, 0x28, 0x57, 0xE7, 0x97, 0xF4, 0x9A}};
typedef HRESULT(WINAPI *CreateInstance)(REFCLSID, REFIID, void **);

static bool read(const char *path, std::vector<char> &data) {
  FILE *file = fopen(path, "rb");
  if (!file)
    return false;
  char chunk[65536];
  while (size_t count = fread(chunk, 1, sizeof chunk, file))
    data.insert(data.end(), chunk, chunk + count);
  fclose(file);
  return true;
}

int main(int count, char **arguments) {
  HMODULE library = LoadLibraryA(count > 1 ? arguments[1] : "dxil.dll");
  CreateInstance create = library ? (CreateInstance)GetProcAddress(library, "DxcCreateInstance") : nullptr;
  Validator *validator = nullptr;
  if (!create || FAILED(create(CLSID_DxcValidator, IID_IDxcValidator, (void **)&validator)))
    return 2;
  char path[4096];
  while (fgets(path, sizeof path, stdin)) {
    path[strcspn(path, "\r\n")] = 0;
    Bytes bytes;
    if (!read(path, bytes.data))
      return 2;
    Result *result = nullptr;
    std::string message;
    HRESULT status = validator->Validate(&bytes, 0, &result);
    if (SUCCEEDED(status)) {
      result->GetStatus(&status);
      Blob *errors = nullptr;
      if (FAILED(status) && SUCCEEDED(result->GetErrorBuffer(&errors)) && errors)
        message.assign((char *)errors->GetBufferPointer(), errors->GetBufferSize());
    }
    for (char &letter : message)
      if (letter < ' ')
        letter = ' ';
    printf("%s %.200s\n", SUCCEEDED(status) ? "ok" : "bad", message.c_str());
    fflush(stdout);
  }
}
