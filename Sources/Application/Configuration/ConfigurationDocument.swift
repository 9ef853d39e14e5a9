/// The document about the configuration file: docs/guide/configuration.md.
public enum ConfigurationDocument {
    /// The document. `make docs` writes it from the table of settings, and a test compares.
    public static var text: String {
        """
        # The configuration file

        After this page you can write the configuration file, for all sites and for single ones, and change it in the browser.

        Written by `make docs` from the table of settings; a test compares.

        The file is `~/.config/sonic/config.json5`, or `sonic/config.json5` in `XDG_CONFIG_HOME`; `sonic config path`
        says which. Without one the defaults count. It is JSON5: JSON with comments, commas behind the last item, and
        names without quotes where they have no dash. To begin with all settings and their defaults:

        ```
        mkdir -p "$(dirname "$(sonic config path)")"
        sonic config --defaults > "$(sonic config path)"
        ```

        `sonic config` tells what counts and which line says so, `sonic config URL` what counts for an address.
        `sonic config check` tells mistakes as `FILE:LINE:COLUMN: message`, also that a file or folder which a setting names
        is not there, and exits with 1 when there is one. A mistake stops nothing: the default counts in its place. The
        command line beats the file.

        In the browser `:config` opens the file in your editor and reads it again, `:set NAME` tells a setting, `:set NAME
        VALUE` changes it for this run, and `:set! NAME VALUE` writes it into the file, whose comments stay.

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

        A section is named by a pattern: `[scheme://]host[:port][/path]`, where `*` stands for any letters. What is left
        out fits everything. A path must fit as a whole, and its query only where the pattern has a `?`;
        `*.example.org` does not fit `example.org`. All sections that fit count, a later one over an earlier one.

        ## Keys

        ```
        {
          "key-preset": "vim",
          "keys": {
            "open": ["o", "^O"],
            "search": "s",
            "pin": [],
          },
        }
        ```

        `key-preset` gives the commands that w3m, lynx, vim or Emacs have too the keys that they have there. `keys` names
        commands as [keys.md](keys.md) does, each with all its keys from then on: `x`, `é`, `Space`, `^X`, `M-x` (Alt),
        `Tab`, `S-Tab`, `Enter`, `Esc`, `Backspace`, `Del`, `Ins`, `Home`, `End`, `PgUp`, `PgDn`, `Up`, `Down`, `Left`,
        `Right`, `F1` to `F24`. Names with a blank between them are pressed one after the other: `g g`, `^W 1`; the bottom line
        says what may come next, and Esc leaves. A command without a key is typed behind `:`.

        In the browser `?` lists the keys: `r` on a command and a press give it another key, `a` one more, `d` those it has
        by default. That is written into this file, and counts at once. A key that another command has is taken from it, and
        both stand in the file; a command that cannot be typed keeps its last key.

        With the keys of vim a number before a key is a count: `5j` is five lines down, `3n` the third match, `12G` line
        12. There the panes are at `^W 1` to `^W 4`, and `Z Z` quits.

        A key that another command has too is a clash and a mistake, told with both commands: the command named in the
        file gets the key, of two that are named the first. It is none where the file gives the other command other keys.
        A key of the page pane goes before the same key elsewhere. Help, messages and the bottom line name the keys in
        force; `"hints": false` leaves the bottom line empty while there is nothing to tell.

        ## Search

        ```
        {
          "search": {
            "default": "https://find.example/?q=%s",
            "w": "https://wiki.example/search/%s",
          },
        }
        ```

        What is typed at `o`, or behind `:open`, and is no address is looked up there, with the words in the place of `%s`.
        `w tulips` goes to the engine with the keyword `w`; `tulips in spring`, `tulips` and `? example.org` go to `default`,
        which a text in place of the object names alone. A word with a dot, a colon or a slash is an address, and so is
        `localhost`. No engine is set by default: nothing that is typed goes to a site that nobody chose.

        ## Settings

        | name | takes | default | counts | what it does |
        |---|---|---|---|---|
        \(rows.joined(separator: "\n"))

        What counts for each site may also stand outside `sites`, for all. A changed file is read before the next page is
        opened, by the browser alone; what counts at the start waits for the next start.

        `Authorization` and `Cookie` among `request-headers`, and what `secret-headers` names, may stand in sections only.
        Such headers are sent to no other site after a redirect, and their values are masked as in
        [debugging.md](debugging.md#taking-a-session-along). A user name and password do not
        belong into this file: they are asked for, or stand in `~/.netrc`.

        """
    }

    private static var rows: [String] {
        Setting.table.map { setting in
            let counts =
                switch setting.scope {
                case .page: "for each site"
                case .everywhere: "for all sites"
                case .program: "at the start"
                }
            let cells = [
                "`\(setting.name)`", setting.takes, "`\(SettingsText.value(setting.standard))`", counts,
                setting.summary,
            ]
            return "| " + cells.joined(separator: " | ") + " |"
        }
    }
}
