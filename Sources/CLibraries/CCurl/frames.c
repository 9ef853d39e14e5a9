#define _GNU_SOURCE
#include "dependencies.h"
#include "CCurl.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// The beginning of every frame, as libnghttp2 hands it over (nghttp2_frame_hd).
struct frame {
    size_t length;
    int32_t stream;
    uint8_t type;
    uint8_t flags;
    uint8_t reserved;
};

typedef int (*frame_function)(void *session, const struct frame *frame, void *context);

// libnghttp2's own functions.
static void (*set_frame_function)(void *callbacks, frame_function function);
static void *(*stream_owner)(void *session, int32_t stream);

// libcurl's function for frames.
static _Atomic(frame_function) libcurls;

// Of the thread that libcurl works on.
static _Thread_local late_stream_callback observer;
static _Thread_local void *observer_context;

static int received(void *session, const struct frame *frame, void *context)
{
    // Of DATA and HEADERS (RFC 9113, 6.1 and 6.2), which are the types 0 and 1 and have END_STREAM as flag 1.
    bool is_last = frame->type <= 1 && (frame->flags & 1) != 0;
    if (observer != NULL && (is_last || frame->type == 1)) {
        void *easy = stream_owner(session, frame->stream);
        if (easy != NULL)
            observer(observer_context, easy, is_last);
    }
    return atomic_load(&libcurls)(session, frame, context);
}

// Called by libcurl in place of nghttp2_session_callbacks_set_on_frame_recv_callback, for each connection.
static void set_received(void *callbacks, frame_function function)
{
    // Later versions have a second function, for proxies: its streams belong to no response.
    frame_function expected = NULL;
    bool is_ours = atomic_compare_exchange_strong(&libcurls, &expected, function) || expected == function;
    set_frame_function(callbacks, is_ours ? received : function);
}

void late_observe_streams(late_stream_callback callback, void *context)
{
    observer = callback;
    observer_context = context;
}

// A part of a library's memory that is read-only since its addresses were put in.
struct sealed {
    ElfW(Addr) base, begin, end;
};

static int find_sealed(struct dl_phdr_info *info, size_t size, void *context)
{
    (void)size;
    struct sealed *sealed = context;
    if (info->dlpi_addr != sealed->base)
        return 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        if (info->dlpi_phdr[i].p_type != PT_GNU_RELRO)
            continue;
        sealed->begin = sealed->base + info->dlpi_phdr[i].p_vaddr;
        sealed->end = sealed->begin + info->dlpi_phdr[i].p_memsz;
    }
    return 1;
}

// Puts an address into a library's table; false where the system does not let it be changed.
static bool put(void **place, void *function, const struct sealed *sealed)
{
    uintptr_t address = (uintptr_t)place;
    if (address < sealed->begin || address >= sealed->end) {
        *place = function;
        return true;
    }
    uintptr_t size = (uintptr_t)sysconf(_SC_PAGESIZE);
    void *page = (void *)(address & ~(size - 1));
    if (mprotect(page, size, PROT_READ | PROT_WRITE) != 0)
        return false;
    *place = function;
    mprotect(page, size, PROT_READ);
    return true;
}

// Exchanges the function of this name in a library's own table of what it calls, and in no other.
static void exchange(const struct link_map *map, const char *name, void *function)
{
    const char *texts = NULL;
    const ElfW(Sym) *symbols = NULL;
    const ElfW(Rela) *tables[2] = {NULL, NULL};
    size_t sizes[2] = {0, 0};
    for (const ElfW(Dyn) *entry = map->l_ld; entry->d_tag != DT_NULL; entry++) {
        // The C library has made addresses of what are offsets in the file.
        switch (entry->d_tag) {
        case DT_STRTAB: texts = (const char *)entry->d_un.d_ptr; break;
        case DT_SYMTAB: symbols = (const ElfW(Sym) *)entry->d_un.d_ptr; break;
        case DT_JMPREL: tables[0] = (const ElfW(Rela) *)entry->d_un.d_ptr; break;
        case DT_PLTRELSZ: sizes[0] = entry->d_un.d_val; break;
        case DT_RELA: tables[1] = (const ElfW(Rela) *)entry->d_un.d_ptr; break;
        case DT_RELASZ: sizes[1] = entry->d_un.d_val; break;
        case DT_PLTREL:
            if (entry->d_un.d_val != DT_RELA)
                return;
            break;
        default: break;
        }
    }
    if (texts == NULL || symbols == NULL)
        return;
    struct sealed sealed = {.base = map->l_addr, .begin = 0, .end = 0};
    dl_iterate_phdr(find_sealed, &sealed);
    for (int table = 0; table < 2; table++) {
        if (tables[table] == NULL)
            continue;
        for (size_t i = 0; i < sizes[table] / sizeof(ElfW(Rela)); i++) {
            // Names of no symbol have the number 0, on machines of 64 bits in the upper half.
            size_t number = (size_t)(tables[table][i].r_info >> 32);
            if (number == 0 || strcmp(texts + symbols[number].st_name, name) != 0)
                continue;
            void **place = (void **)(map->l_addr + tables[table][i].r_offset);
            // Only what holds the function itself: there are kinds of entries with an addend, or a part of an address.
            if (*place == (void *)set_frame_function)
                put(place, function, &sealed);
        }
    }
}

void watch_frames(void *library)
{
#if __LP64__
    static const char name[] = "nghttp2_session_callbacks_set_on_frame_recv_callback";
    // Found through libcurl's own dependencies, which are opened with it.
    *(void **)&set_frame_function = dlsym(library, name);
    *(void **)&stream_owner = dlsym(library, "nghttp2_session_get_stream_user_data");
    struct link_map *map = NULL;
    if (set_frame_function == NULL || stream_owner == NULL || dlinfo(library, RTLD_DI_LINKMAP, &map) != 0)
        return;
    exchange(map, name, (void *)set_received);
#else
    (void)library;
#endif
}
