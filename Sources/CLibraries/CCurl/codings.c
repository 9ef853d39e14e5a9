#include "dependencies.h"
#include "CCurl.h"

#include <dlfcn.h>
#include <stdint.h>

// ZSTD_inBuffer and ZSTD_outBuffer.
struct zstd_input {
    const void *bytes;
    size_t size, position;
};
struct zstd_output {
    void *bytes;
    size_t size, position;
};

static struct {
    void *(*create)(void *allocate, void *release, void *context);
    int (*decompress)(void *decoder, size_t *in, const uint8_t **next, size_t *room, uint8_t **place, size_t *total);
    void (*destroy)(void *decoder);
} brotli;

static struct {
    void *(*create)(void);
    size_t (*decompress)(void *decoder, struct zstd_output *output, struct zstd_input *input);
    size_t (*destroy)(void *decoder);
} zstd;

void find_decoders(void *library)
{
    *(void **)&brotli.decompress = dlsym(library, "BrotliDecoderDecompressStream");
    *(void **)&brotli.destroy = dlsym(library, "BrotliDecoderDestroyInstance");
    if (brotli.decompress != NULL && brotli.destroy != NULL)
        *(void **)&brotli.create = dlsym(library, "BrotliDecoderCreateInstance");
    *(void **)&zstd.decompress = dlsym(library, "ZSTD_decompressStream");
    *(void **)&zstd.destroy = dlsym(library, "ZSTD_freeDStream");
    if (zstd.decompress != NULL && zstd.destroy != NULL)
        *(void **)&zstd.create = dlsym(library, "ZSTD_createDStream");
}

void *late_decoder_create(enum late_coding coding)
{
    switch (coding) {
    case LATE_BROTLI: return brotli.create == NULL ? NULL : brotli.create(NULL, NULL, NULL);
    case LATE_ZSTD: return zstd.create == NULL ? NULL : zstd.create();
    }
    return NULL;
}

void late_decoder_destroy(enum late_coding coding, void *decoder)
{
    switch (coding) {
    case LATE_BROTLI: brotli.destroy(decoder); break;
    case LATE_ZSTD: zstd.destroy(decoder); break;
    }
}

static enum late_decoding decode_brotli(void *decoder, struct late_pieces *pieces)
{
    const uint8_t *next = pieces->input;
    uint8_t *place = pieces->output;
    // BrotliDecoderResult.
    int result = brotli.decompress(decoder, &pieces->input_count, &next, &pieces->output_count, &place, NULL);
    pieces->input = next;
    pieces->output = place;
    return result == 0 ? LATE_DECODING_BROKEN : result == 1 ? LATE_DECODING_ENDED : LATE_DECODING_GOES_ON;
}

static enum late_decoding decode_zstd(void *decoder, struct late_pieces *pieces)
{
    struct zstd_input input = {pieces->input, pieces->input_count, 0};
    struct zstd_output output = {pieces->output, pieces->output_count, 0};
    // 0 at the end of a frame; errors are the highest numbers, each its ZSTD_ErrorCode below zero.
    size_t result = zstd.decompress(decoder, &output, &input);
    if (result > (size_t)-120)
        return result == (size_t)-10 ? LATE_DECODING_NOT_BEGUN : LATE_DECODING_BROKEN;
    pieces->input = (const char *)pieces->input + input.position;
    pieces->input_count -= input.position;
    pieces->output = (char *)pieces->output + output.position;
    pieces->output_count -= output.position;
    return result == 0 ? LATE_DECODING_ENDED : LATE_DECODING_GOES_ON;
}

enum late_decoding late_decode(enum late_coding coding, void *decoder, struct late_pieces *pieces)
{
    switch (coding) {
    case LATE_BROTLI: return decode_brotli(decoder, pieces);
    case LATE_ZSTD: return decode_zstd(decoder, pieces);
    }
    return LATE_DECODING_BROKEN;
}
