@testable import Configuration

/// The documentation of the configuration file: docs/guide/configuration.md.
enum ConfigurationDocument {
    /// The text. `make docs` writes it from the table of settings, and a test compares them.
    static var text: String {
        """
        # The configuration file

        After this page you can write the configuration file, for all sites and for single ones, and change it in the browser.

        `make docs` writes this page from the table of settings, and a test checks that it is up to date.

        The file is `~/.config/sonic/config.json5`, or `sonic/config.json5` in `XDG_CONFIG_HOME`; `sonic config path` prints its
        path. Without a file, the defaults apply. The format is JSON5: JSON with comments, trailing commas, and names without
        quotes unless they contain a dash. To start with all settings and their defaults:

        ```
        mkdir -p "$(dirname "$(sonic config path)")"
        sonic config --defaults > "$(sonic config path)"
        ```

        `sonic config` shows the settings in force and the line that sets each, `sonic config URL` those for an address.
        `sonic config check` prints mistakes as `FILE:LINE:COLUMN: message`, including files and folders that do not exist, and
        exits with 1 if there is one. A setting with a mistake falls back to its default. Command-line options override the file.

        In the browser, `:config` opens the file in your editor and reads it again, `:set NAME` shows a setting, `:set NAME VALUE`
        changes it for this run, and `:set! NAME VALUE` saves it in the file, whose comments stay.

        ## Sites

        ```
        {
          "user-agent": "probe/1",
          "sites": {
            "*.example.org": { "styles": false },
            "*.example.org/news/*": { "ignore-parameters": ["utm_*"] },
            "http://127.0.0.1:8420": { "request-headers": { "Accept-Language": "de" } },
          },
        }
        ```

        The name of a section is a pattern: `[scheme://]host[:port][/path]`, where `*` matches any characters. A part that is
        left out matches anything. A path must match completely, and the query only if the pattern has a `?`; `*.example.org` does
        not match `example.org`. All matching sections apply, and later ones override earlier ones.

        ## Keys

        ```
        {
          "key-preset": "vim",
          "keys": {
            "open": ["o", "^O"],
            "search": "s",
            "keep-offline": [],
          },
        }
        ```

        `key-preset` gives commands the keys that they have in w3m, lynx, vim or Emacs. `keys` lists commands by the names in
        [keys.md](keys.md), each with all of its keys: `x`, `é`, `Space`, `^X`, `M-x` (Alt), `Tab`, `S-Tab`, `Enter`, `Esc`,
        `Backspace`, `Del`, `Ins`, `Home`, `End`, `PgUp`, `PgDn`, `Up`, `Down`, `Left`, `Right`, `F1` to `F24`. Keys separated by
        spaces form a sequence: `g g`, `^W 1`; the bottom line shows the possible next keys, and Esc cancels. A command without a
        key can be run with `:`.

        In the browser, `?` lists the keys: select a command, then press `r` and a key to change its key, `a` and a key to add
        one, `d` to restore its defaults. The change is saved in this file and applies at once. A key of another command is taken
        from that command, and the file then lists both; a command that `:` cannot run keeps its last key.

        With the vim preset, a number before a key is a count: `5j` moves five lines down, `3n` goes to the third match, `12G` to
        line 12. The panes are at `^W 1` to `^W 4`, and `Z Z` quits.

        A key that two commands have is a conflict, which is reported as a mistake with both commands, unless the file gives the
        other command other keys. The command named in the file gets the key; if both are named, the first one. A key of the page
        pane takes precedence over the same key elsewhere. Help, messages and the bottom line show the keys in force;
        `"hints": false` leaves the bottom line empty unless there is a message.

        ## Search

        ```
        {
          "search": {
            "default": "https://find.example/?q=%s",
            "w": "https://wiki.example/search/%s",
          },
        }
        ```

        Text typed at `o` or after `:open` that is not an address is sent to a search engine, with the words replacing `%s`.
        `w tulips` goes to the engine with the keyword `w`; `tulips in spring`, `tulips` and `? example.org` go to `default`. A
        string instead of the object sets only `default`. A word with a dot, a colon or a slash is an address, and so is
        `localhost`. There is no search engine by default: what you type is sent only to an engine that you chose.

        ## Settings

        | name | takes | default | applies | what it does |
        |---|---|---|---|---|
        \(rows.joined(separator: "\n"))

        Settings for each site may also be outside `sites`, for all sites. A changed file is read before the next page is opened,
        by the browser only; settings that apply at the start wait for the next start.

        `Authorization` and `Cookie` in `request-headers`, and the headers of `secret-headers`, are allowed in sections only. Such
        headers are not sent to another site after a redirect, and their values are masked as described in
        [debugging.md](debugging.md#saving-sessions-as-har-files). Do not put user names and passwords in this file: the browser
        asks for them, and they may be in `~/.netrc`.

        """
    }

    private static var rows: [String] {
        Settings.table.map { setting in
            let counts =
                switch setting.scope {
                case .page: "for each site"
                case .everywhere: "for all sites"
                case .program: "at the start"
                }
            let cells = [
                "`\(setting.name)`", setting.takes, "`\(SettingsText.value(setting.written(Choices())))`",
                counts,
                setting.summary,
            ]
            return "| " + cells.joined(separator: " | ") + " |"
        }
    }
}
