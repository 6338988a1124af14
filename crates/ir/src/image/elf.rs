//! The ELF side of an image: its sections and what the dynamic linker is told.
//!
//! The input is hostile: every access is checked by the `object` crate, and what is compressed is expanded no further
//! than [`MAX_TABLE_BYTES`].

use super::{DynamicLinkage, ImageError, ImageKind};
use crate::wire::{ADDRESS_SECTION, UNIT_SECTION};
use object::elf::{self, FileHeader32, FileHeader64};
use object::read::elf::{Dyn, ElfFile, FileHeader, ProgramHeader};
use object::read::{
    CompressedData, CompressionFormat, Object, ObjectSection, ObjectSymbol, ObjectSymbolTable,
};
use object::{Endianness, FileKind};
use std::collections::BTreeSet;
use std::io::Read;

/// Compressed address tables of more than this are refused. A symbol takes 8 bytes.
const MAX_TABLE_BYTES: u64 = 1 << 28;

/// What matters of an ELF file.
pub(super) struct File<'a> {
    pub(super) kind: ImageKind,
    pub(super) endian: Endianness,
    pub(super) linkage: DynamicLinkage,
    /// Contents of the sections with units.
    pub(super) units: Vec<&'a [u8]>,
    /// Contents of the sections with address tables.
    pub(super) tables: Vec<Vec<u8>>,
}

/// Takes an ELF file apart.
pub(super) fn read<'a>(path: &str, bytes: &'a [u8]) -> Result<File<'a>, ImageError> {
    let path = path.to_owned();
    if bytes.starts_with(b"!<arch>\n") || bytes.starts_with(b"!<thin>\n") {
        return Err(ImageError::Archive { path });
    }
    match FileKind::parse(bytes) {
        Ok(FileKind::Elf32) => sections::<FileHeader32<Endianness>>(path, bytes),
        Ok(FileKind::Elf64) => sections::<FileHeader64<Endianness>>(path, bytes),
        _ => Err(ImageError::Elf { path, why: "it has no ELF header".to_owned() }),
    }
}

fn sections<'a, E: FileHeader<Endian = Endianness>>(
    path: String,
    bytes: &'a [u8],
) -> Result<File<'a>, ImageError> {
    let unreadable = |error: object::Error| ImageError::Elf { path: path.clone(), why: error.to_string() };
    let file = ElfFile::<'a, E>::parse(bytes).map_err(unreadable)?;
    let endian = file.endian();
    let kind = file.elf_header().e_type(endian);
    match kind {
        elf::ET_EXEC | elf::ET_DYN => {}
        elf::ET_REL => return Err(ImageError::Relocatable { path }),
        _ => return Err(ImageError::Kind { path, kind: kind.0 }),
    }
    let mut units = Vec::new();
    let mut tables = Vec::new();
    for section in file.sections() {
        match section.name_bytes().map_err(unreadable)? {
            name if name == UNIT_SECTION.as_bytes() => units.push(section.data().map_err(unreadable)?),
            name if name == ADDRESS_SECTION.as_bytes() => {
                let data = section.compressed_data().map_err(unreadable)?;
                let table = expand(&data).map_err(|why| ImageError::Addresses { path: path.clone(), why })?;
                tables.push(table);
            }
            _ => {}
        }
    }
    if units.is_empty() {
        return Err(ImageError::NoUnits { path });
    }
    let (linkage, pie) = dynamic(&file).map_err(unreadable)?;
    let interpreter = file.elf_program_headers().iter().any(|header| header.p_type(endian) == elf::PT_INTERP);
    let executable = kind == elf::ET_EXEC || pie || interpreter;
    let kind = if executable { ImageKind::Executable } else { ImageKind::Shared };
    Ok(File { kind, endian, linkage, units, tables })
}

/// What stands in the dynamic section, and whether it says "position-independent executable".
fn dynamic<E: FileHeader<Endian = Endianness>>(
    file: &ElfFile<'_, E>,
) -> object::read::Result<(DynamicLinkage, bool)> {
    let mut linkage = DynamicLinkage::default();
    let mut pie = false;
    let endian = file.endian();
    let Some((entries, link)) = file.elf_section_table().dynamic(endian, file.data())? else {
        return Ok((linkage, pie));
    };
    let strings = file.elf_section_table().strings(endian, file.data(), link)?;
    for entry in entries {
        let text = || entry.string(endian, strings).map(|name| String::from_utf8_lossy(name).into_owned());
        match entry.tag(endian) {
            elf::DT_NULL => break,
            elf::DT_NEEDED => linkage.needed.push(text()?),
            elf::DT_SONAME => linkage.soname = Some(text()?),
            elf::DT_SYMBOLIC => linkage.symbolic = true,
            elf::DT_FLAGS => linkage.symbolic |= entry.val(endian) & elf::DF_SYMBOLIC.0 != 0,
            elf::DT_FLAGS_1 => pie |= entry.val(endian) & elf::DF_1_PIE.0 != 0,
            _ => {}
        }
    }
    linkage.exports = file.dynamic_symbol_table().map(|table| {
        let defined = table.symbols().filter(|symbol| !symbol.is_undefined());
        defined
            .filter_map(|symbol| Some(String::from_utf8_lossy(symbol.name_bytes().ok()?).into_owned()))
            .collect::<BTreeSet<String>>()
    });
    Ok((linkage, pie))
}

/// The contents of a section that may be compressed (`-gz`, `--compress-debug-sections`).
fn expand(section: &CompressedData<'_>) -> Result<Vec<u8>, String> {
    let claimed = section.uncompressed_size;
    if claimed > MAX_TABLE_BYTES {
        return Err(format!("it claims {claimed} bytes"));
    }
    let bytes = match section.format {
        CompressionFormat::None => return Ok(section.data.to_vec()),
        CompressionFormat::Zlib => {
            miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(section.data, claimed as usize)
                .map_err(|error| format!("zlib: {error}"))?
        }
        CompressionFormat::Zstandard => {
            let decoder = ruzstd::decoding::StreamingDecoder::new(section.data)
                .map_err(|error| format!("zstd: {error}"))?;
            let mut bytes = Vec::new();
            decoder.take(claimed + 1).read_to_end(&mut bytes).map_err(|error| format!("zstd: {error}"))?;
            bytes
        }
        _ => return Err("it is compressed in a way that gmc does not know".to_owned()),
    };
    if bytes.len() as u64 != claimed {
        return Err("its length is not what its header says".to_owned());
    }
    Ok(bytes)
}
