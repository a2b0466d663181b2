/// The gallery's `index.html`: each picture beside its scene and the command that makes it.
public enum GalleryPage {
    public static func html(_ pictures: [GalleryPicture]) -> String {
        var body = ""
        for picture in pictures {
            let name = escaped(picture.name)
            let command = picture.command ?? "penumbra render \(picture.name).json -o \(picture.name).png"
            body += """
                <figure id="\(name)">
                  <a class="picture" href="\(name).png"><img src="\(name).png" loading="lazy" alt="\(escaped(picture.title))"></a>
                  <figcaption>
                    <h2><a href="#\(name)">\(escaped(picture.title))</a></h2>
                    <p>\(escaped(picture.caption))</p>
                    <pre class="command"><code>\(escaped(command))</code></pre>
                    <pre class="scene" tabindex="0" aria-label="\(name).json"><code>\(escaped(picture.json))</code></pre>
                    <p class="file"><a href="\(name).json">\(name).json</a></p>
                  </figcaption>
                </figure>

                """
        }
        return """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><title>Penumbra gallery</title>
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <style>
              :root { --text: #1d2028; --quiet: #626875; --page: #f6f6f8; --card: #fff; --code: #f1f2f5; --line: #0000000f; --link: #2a5bd7; }
              @media (prefers-color-scheme: dark) {
                :root { --text: #e9eaee; --quiet: #9aa0ad; --page: #101115; --card: #191b21; --code: #0f1014; --line: #ffffff14; --link: #8fb0ff; }
              }
              * { box-sizing: border-box; }
              body { margin: 0 auto; padding: 3rem 1.5rem 5rem; max-width: 80rem; font: 16px/1.55 system-ui, sans-serif;
                color: var(--text); background: var(--page); }
              header { margin: 0 0 2.5rem; max-width: 44rem; }
              h1 { font-size: 2.75rem; line-height: 1.1; margin: 0 0 .5rem; letter-spacing: -.03em; }
              header p { margin: 0; color: var(--quiet); font-size: 1.1rem; }
              a { color: var(--link); text-decoration: none; } h2 a { color: inherit; } a:hover { text-decoration: underline; }
              figure { margin: 0 0 2rem; background: var(--card); border-radius: 20px; overflow: hidden; display: grid;
                grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); border: 1px solid var(--line);
                box-shadow: 0 1px 2px #0000000a, 0 12px 32px #0000000d; }
              .picture { display: flex; align-items: center; justify-content: center; background: var(--code); }
              img { display: block; width: 100%; max-height: 34rem; height: auto; object-fit: contain; }
              figcaption { display: flex; flex-direction: column; padding: 1.4rem 1.5rem 1rem; min-height: 24rem; }
              h2 { margin: 0; font-size: 1.3rem; letter-spacing: -.01em; } figcaption p { margin: .15rem 0 .9rem; color: var(--quiet); }
              pre { margin: 0 0 .7rem; padding: .7rem .9rem; background: var(--code); border-radius: 10px;
                font: 12px/1.5 ui-monospace, Menlo, Consolas, monospace; overflow: auto; }
              .command { white-space: pre-wrap; overflow-wrap: anywhere; flex: none; }
              .scene { flex: 1 1 0; min-height: 9rem; tab-size: 2; }
              figcaption .file { margin: 0; font-size: .85rem; }
              @media (max-width: 52rem) {
                body { padding: 1.75rem 1rem 3rem; } h1 { font-size: 2.1rem; }
                figure { grid-template-columns: minmax(0, 1fr); border-radius: 16px; margin-bottom: 1.25rem; }
                figcaption { min-height: 0; padding: 1.1rem 1.1rem .9rem; } .scene { flex: none; max-height: 13rem; }
              }
            </style></head><body>
            <header><h1>Penumbra</h1><p>Shadows, blurs and gradients on servers, without a browser. Each picture was made by the
            command beside it.</p></header>
            <main>
            \(body)</main></body></html>

            """
    }
}

/// A text as written in HTML and SVG.
package func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
        switch character {
        case "&": result += "&amp;"
        case "<": result += "&lt;"
        case ">": result += "&gt;"
        case "\"": result += "&quot;"
        default: result.append(character)
        }
    }
    return result
}
