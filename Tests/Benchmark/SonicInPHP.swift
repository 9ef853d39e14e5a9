/// The work of sonic-server for a page, as a PHP page.
enum SonicInPHP {
    /// The PHP page next to `page.html`.
    static let page = #"""
        <?php
        // A page with tags, 304 and data updates: what sonic-server does, written for the benchmark.
        function send($body) {
            header('Content-Length: ' . strlen($body));
            echo $body;
        }
        $page = file_get_contents(__DIR__ . '/page.html');
        if (($_SERVER['HTTP_ACCEPT_DIFF'] ?? '') !== 'true') {
            send($page);
            return;
        }
        $etag = sha1($page);
        header("Cache-Control: private, no-cache");
        header("Vary: accept-diff");
        header("Etag: $etag");
        if (($_SERVER['HTTP_IF_NONE_MATCH'] ?? '') === $etag) {
            http_response_code(304);
            header('Cache-Offline: store');
            return;
        }
        $data = ['{title}' => ''];
        $template = preg_replace_callback('/<title.*?<\/title>/i', function ($found) use (&$data) {
            $data['{title}'] = $found[0];
            return '{title}';
        }, $page, 1);
        $block = '/<!--sonicdiff-?(\w*)-->[\s\S]+?<!--sonicdiff-?\w*-end-->/i';
        $template = preg_replace_callback($block, function ($found) use (&$data) {
            $data['{' . $found[1] . '}'] = $found[0];
            return '{' . $found[1] . '}';
        }, $template);
        $tag = sha1($template);
        $isUpdate = ($_SERVER['HTTP_TEMPLATE_TAG'] ?? '') === $tag;
        header("template-tag: $tag");
        header('template-change: ' . ($isUpdate ? 'false' : 'true'));
        header('Cache-Offline: true');
        if (!$isUpdate) {
            send($page);
            return;
        }
        $update = ['data' => $data, 'template-tag' => $tag, 'html-sha1' => $etag, 'diff' => ''];
        send(json_encode($update, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES));

        """#
}
