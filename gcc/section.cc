// Compression, framing, and the assembler text. `crates/ir/src/wire` reads what is written here.

#include "section.h"
#include <cinttypes>

namespace {

void put_u32(std::string &out, uint32_t x) {
  for (int i = 0; i < 4; i++)
    out.push_back(static_cast<char>(x >> (8 * i)));
}

void put_u64(std::string &out, uint64_t x) {
  put_u32(out, static_cast<uint32_t>(x));
  put_u32(out, static_cast<uint32_t>(x >> 32));
}

// CRC-32 as zlib computes it, of one string after the other.
uint32_t crc32(std::initializer_list<const std::string *> parts) {
  uint32_t table[256];
  for (uint32_t i = 0; i < 256; i++) {
    table[i] = i;
    for (int bit = 0; bit < 8; bit++)
      table[i] = table[i] & 1 ? table[i] >> 1 ^ 0xedb88320u : table[i] >> 1;
  }
  uint32_t crc = ~0u;
  for (const std::string *bytes : parts)
    for (unsigned char byte : *bytes)
      crc = table[(crc ^ byte) & 0xff] ^ crc >> 8;
  return ~crc;
}

// FNV-1a. Two units of one program differ in their contents or in the name of their output.
uint64_t identity(const std::string &bytes) {
  uint64_t hash = 0xcbf29ce484222325u;
  const auto add = [&hash](unsigned char byte) { hash = (hash ^ byte) * 0x100000001b3u; };
  for (unsigned char byte : bytes)
    add(byte);
  for (const char *name = aux_base_name; name && *name; name++)
    add(*name);
  return hash;
}

// A zstd frame that stores its bytes as they are, for a GCC without zstd.
std::string stored(const std::string &raw) {
  const size_t block = 1 << 17;
  std::string out("\x28\xb5\x2f\xfd\xe0", 5);
  put_u64(out, raw.size());
  size_t at = 0;
  do {
    const size_t count = std::min(block, raw.size() - at);
    const uint32_t header = (at + count == raw.size()) | count << 3;
    for (int i = 0; i < 3; i++)
      out.push_back(static_cast<char>(header >> (8 * i)));
    out.append(raw, at, count);
    at += count;
  } while (at < raw.size());
  return out;
}

// Up to this size a unit is compressed at the fastest level: the tables for zstd's usual level are several times as
// large as such a unit, and save a twentieth of its size.
const size_t SMALL = 1 << 18;

// GCC compresses its own LTO sections with zstd (zlib, where it was built without).
std::string compress(const std::string &raw) {
  // Static, because GCC does not hand the callback its argument when it compresses with zstd.
  static std::string out;
  const auto append = [](const char *bytes, unsigned count, void *) { out.append(bytes, count); };
  const int level = flag_lto_compression_level;
  if (raw.size() <= SMALL)
    flag_lto_compression_level = 1;
  lto_compression_stream *stream = lto_start_compression(append, NULL);
  lto_compress_block(stream, raw.data(), raw.size());
  lto_end_compression(stream);
  flag_lto_compression_level = level;
  const bool is_zstd = out.compare(0, 4, "\x28\xb5\x2f\xfd") == 0;
  return is_zstd ? std::move(out) : stored(raw);
}

std::string framed(const std::string &raw, uint64_t id) {
  const std::string payload = compress(raw);
  std::string sizes;
  put_u64(sizes, id);
  put_u64(sizes, payload.size());
  put_u64(sizes, raw.size());
  std::string out = "GMCUNIT\n";
  put_u32(out, unit::VERSION);
  put_u32(out, crc32({&sizes, &payload}));
  out += sizes;
  out += payload;
  out.resize((out.size() + 7) / 8 * 8, '\0');
  return out;
}

void begin_section(const char *name) {
  switch_to_section(get_section(name, SECTION_DEBUG, NULL));
  fputs("\t.p2align 3\n", asm_out_file);
}

// Writes a byte of a string for the assembler. Returns the end of what it wrote.
char *put_character(char *to, unsigned char c) {
  if (c == '"' || c == '\\') {
    *to++ = '\\';
    *to++ = c;
  } else if (c >= 32 && c < 127) {
    *to++ = c;
  } else {
    // Three digits, so that a digit that follows is not taken for a fourth.
    *to++ = '\\';
    *to++ = '0' + (c >> 6);
    *to++ = '0' + (c >> 3 & 7);
    *to++ = '0' + (c & 7);
  }
  return to;
}

void emit_bytes(const std::string &bytes) {
  const size_t line = 256;
  char text[4 * line];
  for (size_t i = 0; i < bytes.size(); i += line) {
    char *end = text;
    for (size_t j = i; j < std::min(i + line, bytes.size()); j++)
      end = put_character(end, bytes[j]);
    fputs("\t.ascii \"", asm_out_file);
    fwrite(text, 1, end - text, asm_out_file);
    fputs("\"\n", asm_out_file);
  }
}

// A number of 64 bits in the target's byte order.
void emit_number(uint64_t x) {
  const unsigned low = x, high = x >> 32;
  if (POINTER_SIZE == 64)
    fprintf(asm_out_file, "\t.quad\t%" PRIu64 "\n", x);
  else
    fprintf(asm_out_file, "\t.long\t%u, %u\n", BYTES_BIG_ENDIAN ? high : low, BYTES_BIG_ENDIAN ? low : high);
}

// An address in 64 bits, likewise.
void emit_address(const std::function<void()> &name) {
  const bool wide = POINTER_SIZE == 64;
  fputs(wide ? "\t.quad\t" : BYTES_BIG_ENDIAN ? "\t.long\t0, " : "\t.long\t", asm_out_file);
  name();
  fputs(wide || BYTES_BIG_ENDIAN ? "\n" : ", 0\n", asm_out_file);
}

// Whether the unit has a copy of its own with an address that the linker decides.
bool has_address(const unit::Symbol &symbol) {
  using namespace unit::symbol_flags;
  return (symbol.flags & EMITTED) && !(symbol.flags & (THREAD_LOCAL | HARD_REGISTER))
         && symbol.linkage != unit::Linkage::Common && symbol.linkage != unit::Linkage::External
         && symbol.linkage != unit::Linkage::ExternalWeak
         && !std::holds_alternative<unit::symbol_value::WeakReference>(symbol.value)
         && !std::holds_alternative<unit::symbol_value::Indirect>(symbol.value);
}

} // namespace

void emit_sections(Exporter &exporter, const char *configuration) {
  exporter.note_emitted();
  // The linker may bind a global name to another unit's definition. A local name for the same address stays ours.
  enum class Name { None, Itself, Alias };
  std::vector<Name> names;
  for (const unit::Symbol &symbol : exporter.symbols())
    names.push_back(!has_address(symbol)                         ? Name::None
                    : symbol.linkage == unit::Linkage::Local ? Name::Itself
                                                                 : Name::Alias);
  const auto assembler_name = [&exporter](size_t i) {
    assemble_name(asm_out_file, IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(exporter.symbol_trees()[i])));
  };

  const std::string raw = exporter.encode(configuration);
  const uint64_t id = identity(raw);
  begin_section(unit::UNIT_SECTION);
  emit_bytes(framed(raw, id));

  begin_section(unit::ADDRESS_SECTION);
  fputs("\t.ascii \"GMCADDR\\n\"\n", asm_out_file);
  emit_number(id);
  emit_number(names.size());
  for (size_t i = 0; i < names.size(); i++) {
    switch (names[i]) {
    case Name::None:
      emit_number(~static_cast<uint64_t>(0));
      break;
    case Name::Itself:
      emit_address([&] { assembler_name(i); });
      break;
    case Name::Alias:
      emit_address([&] { fprintf(asm_out_file, ".Lgmc%zu", i); });
      fprintf(asm_out_file, "\t.set\t.Lgmc%zu, ", i);
      assembler_name(i);
      fputc('\n', asm_out_file);
      break;
    }
  }
}
