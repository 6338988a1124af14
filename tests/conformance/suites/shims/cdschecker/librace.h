//! CDSChecker's plain accesses.
#include <stdint.h>
#define store_8(place, value) (*(uint8_t *)(place) = (value))
#define store_16(place, value) (*(uint16_t *)(place) = (value))
#define store_32(place, value) (*(uint32_t *)(place) = (value))
#define store_64(place, value) (*(uint64_t *)(place) = (value))
#define load_8(place) (*(uint8_t *)(place))
#define load_16(place) (*(uint16_t *)(place))
#define load_32(place) (*(uint32_t *)(place))
#define load_64(place) (*(uint64_t *)(place))
