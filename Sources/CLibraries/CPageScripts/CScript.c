#define _GNU_SOURCE
#include "CScript.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The types of JavaScriptCore's C interface, so that its headers are not needed to build. A last `JSValue *`
// receives an exception.
typedef const struct group *JSGroup;
typedef const struct context *JSContext;
typedef const struct string *JSString;
typedef const struct value *JSValue;
typedef struct value *JSObject;
typedef JSValue JSCallback(JSContext, JSObject callee, JSObject self, size_t, const JSValue *, JSValue *);
enum { UNDEFINED, NONE }; // the first types of values

#define FUNCTIONS(X) \
    X(JSGroup, JSContextGroupCreate, void) \
    X(JSContext, JSGlobalContextCreateInGroup, JSGroup, void *class) \
    X(JSValue, JSEvaluateScript, JSContext, JSString source, JSObject self, JSString name, int, JSValue *) \
    X(JSObject, JSObjectMakeFunctionWithCallback, JSContext, JSString name, JSCallback *) \
    X(JSValue, JSObjectCallAsFunction, JSContext, JSObject, JSObject, size_t, const JSValue *, JSValue *) \
    X(int, JSValueGetType, JSContext, JSValue) \
    X(double, JSValueToNumber, JSContext, JSValue, JSValue *) \
    X(JSObject, JSValueToObject, JSContext, JSValue, JSValue *) \
    X(JSString, JSValueToStringCopy, JSContext, JSValue, JSValue *) \
    X(JSValue, JSValueMakeUndefined, JSContext) \
    X(JSValue, JSValueMakeString, JSContext, JSString) \
    X(void, JSValueProtect, JSContext, JSValue) \
    X(JSString, JSStringCreateWithUTF8CString, const char *) \
    X(size_t, JSStringGetMaximumUTF8CStringSize, JSString) \
    X(size_t, JSStringGetUTF8CString, JSString, char *, size_t) \
    X(void, JSStringRelease, JSString)

#define POINTER(result, name, ...) result (*name)(__VA_ARGS__);
#define NAME(result, name, ...) #name,
static struct {
    FUNCTIONS(POINTER)
} js;
static const char *const names[] = { FUNCTIONS(NAME) };
_Static_assert(sizeof js == sizeof names, "one pointer for each name");

struct script_realm {
    JSContext context;
    JSObject function;
};

static script_host answer;

static JSValue make_value(JSContext context, const char *text) {
    if (!text)
        return js.JSValueMakeUndefined(context);
    JSString string = js.JSStringCreateWithUTF8CString(text);
    JSValue value = js.JSValueMakeString(context, string);
    js.JSStringRelease(string);
    return value;
}

// No text for undefined, null and a value whose conversion throws.
static char *text_of(JSContext context, JSValue value, JSValue *error) {
    bool nothing = !value || js.JSValueGetType(context, value) <= NONE;
    JSString string = nothing ? NULL : js.JSValueToStringCopy(context, value, error);
    if (!string)
        return NULL;
    size_t size = js.JSStringGetMaximumUTF8CStringSize(string);
    char *text = malloc(size);
    if (text)
        js.JSStringGetUTF8CString(string, text, size);
    js.JSStringRelease(string);
    return text;
}

static char *describe(JSContext context, JSValue error) {
    char *description = text_of(context, error, NULL);
    return description ? description : strdup("an exception without text");
}

// Both functions are called by the document alone, with all arguments.
static JSValue host(JSContext context, JSObject callee, JSObject self, size_t count, const JSValue *values,
                    JSValue *error) {
    char *first = text_of(context, values[1], error), *second = text_of(context, values[2], error);
    char *result = *error ? NULL : answer((int32_t)js.JSValueToNumber(context, values[0], error), first, second);
    JSValue value = make_value(context, result);
    free(first);
    free(second);
    free(result);
    return value;
}

static JSValue evaluate(JSContext context, JSObject callee, JSObject self, size_t count,
                        const JSValue *values, JSValue *error) {
    JSString source = js.JSValueToStringCopy(context, values[0], error);
    JSString name = js.JSValueToStringCopy(context, values[1], error);
    int line = (int)js.JSValueToNumber(context, values[2], error);
    JSValue result = js.JSEvaluateScript(context, source, NULL, name, line, error);
    js.JSStringRelease(name);
    js.JSStringRelease(source);
    return result ? result : js.JSValueMakeUndefined(context);
}

bool script_open(script_host host) {
    // Read when the engine starts. No JIT and no WebAssembly, as the process may not make code; the system's
    // malloc, as the engine's own reserves gigabytes in advance, inside which no limit would count.
    static const char *const options[] = { "JSC_useJIT=0", "JSC_useWasm=0", "Malloc=1" };
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        putenv((char *)options[i]);
    // Nothing of the parent: no descriptor beside the standard ones.
    close_range(3, ~0u, 0);
    void *library = dlopen("libjavascriptcoregtk-4.1.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        library = dlopen("libjavascriptcoregtk-6.0.so.1", RTLD_NOW | RTLD_LOCAL);
    for (size_t i = 0; library && i < sizeof names / sizeof *names; i++) {
        void *function = dlsym(library, names[i]);
        if (!function)
            return false;
        memcpy((char *)&js + i * sizeof function, &function, sizeof function);
    }
    answer = host;
    return library;
}

script_realm *script_make_realm(void) {
    static JSGroup group;
    if (!group)
        group = js.JSContextGroupCreate();
    script_realm *realm = calloc(1, sizeof *realm);
    if (realm)
        realm->context = js.JSGlobalContextCreateInGroup(group, NULL);
    return realm;
}

char *script_start(script_realm *realm, const char *program) {
    JSContext context = realm->context;
    JSValue callbacks[] = { js.JSObjectMakeFunctionWithCallback(context, NULL, host),
                            js.JSObjectMakeFunctionWithCallback(context, NULL, evaluate) };
    JSString source = js.JSStringCreateWithUTF8CString(program);
    JSValue error = NULL, value = js.JSEvaluateScript(context, source, NULL, NULL, 1, &error);
    js.JSStringRelease(source);
    JSObject function = value ? js.JSValueToObject(context, value, &error) : NULL;
    value = function ? js.JSObjectCallAsFunction(context, function, NULL, 2, callbacks, &error) : NULL;
    realm->function = value ? js.JSValueToObject(context, value, &error) : NULL;
    if (!realm->function)
        return error ? describe(context, error) : strdup("the program is not a function");
    js.JSValueProtect(context, realm->function);
    return NULL;
}

char *script_call(script_realm *realm, const char *argument, char **error) {
    JSContext context = realm->context;
    JSValue value = make_value(context, argument), thrown = NULL;
    JSValue result = js.JSObjectCallAsFunction(context, realm->function, NULL, 1, &value, &thrown);
    char *text = text_of(context, thrown ? NULL : result, &thrown);
    *error = thrown ? describe(context, thrown) : NULL;
    return text;
}
