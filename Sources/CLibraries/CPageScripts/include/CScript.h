#ifndef CSCRIPT_H
#define CSCRIPT_H

#include <stdbool.h>
#include <stdint.h>

// Texts are UTF-8 without zeros, and NULL is no text. One that is returned is freed by who receives it.

// Answers `host(call, first, second)` of a script.
typedef char *(*script_host)(int32_t call, const char *first, const char *second);

typedef struct script_realm script_realm;

// Loads JavaScriptCore. False if the library or one of its functions is missing.
bool script_open(script_host host);

// Makes a global object of its own, which lives as long as the process.
script_realm *script_make_realm(void);

// Evaluates `program`, a function expression `(function(host, evaluate) {…})`, calls that function and keeps the
// function which it returns for script_call. `evaluate(source, name, line)` runs a script of the realm and
// returns its completion value. NULL on success, otherwise the text of the exception.
char *script_start(script_realm *realm, const char *program);

// Calls the function kept by script_start. Returns no text if it returns undefined, or throws: then `*error` is the
// text of the exception. Promise jobs run after the function has returned, before script_call does.
char *script_call(script_realm *realm, const char *argument, char **error);

#endif
