/// The style of the page: light and dark, narrow and wide, and on paper.
///
/// Colours of series are those of Okabe and Ito, which can be distinguished with any colour vision; dashes and
/// textures repeat the distinction.
///
/// Source: Okabe and Ito, "Color Universal Design", 2008.
enum PageStyle {
    static let text: StaticString = """
        :root{color-scheme:light dark;--paper:#fff;--ink:#1b1f24;--soft:#57606a;--line:#d0d7de;\
        --faint:#eceff3;--panel:#f6f8fa;--stall:#e69f0040;--passed:#00694d;--failed:#b13c00;\
        --doubtful:#7a5200;--link:#0060a0;\
        --c0:#0072b2;--c1:#009e73;--c2:#b8578c;--c3:#c98600;--c4:#56b4e9;--c5:#4d4d4d;--c6:#8f7f00;\
        --c7:#6a51a3;--g0:#0072b2;--g1:#4a9fd4;--g2:#003f73;--g3:#7ea8c9;\
        --b0:#d55e00;--b1:#a33b00;--b2:#f08a4b;--b3:#7a2a00;--plain:#6e7781;--texture:#ffffff99;\
        --q0:#d9e8f5;--q1:#b7d4ea;--q2:#8fc0df;--q3:#62a8d2;--q4:#3a8bc2;--q5:#1c6cae;--q6:#0a4c90;\
        --q7:#062b61}
        @media screen and (prefers-color-scheme:dark){:root{--paper:#0f1318;--ink:#e6e9ed;--soft:#a3adb8;\
        --line:#3a424c;--faint:#232a32;--panel:#181e25;--stall:#e69f0038;--passed:#3fd0a0;--failed:#ff8a4d;\
        --doubtful:#f0c04a;--link:#6cb6ff;\
        --c0:#56b4e9;--c1:#2fc89b;--c2:#e08fbf;--c3:#f0c04a;--c4:#7fa8ff;--c5:#c8ccd2;--c6:#b9a94a;\
        --c7:#b3a0e6;--g0:#56b4e9;--g1:#2f7fb8;--g2:#b5defa;--g3:#7395ad;\
        --b0:#ff8b3d;--b1:#d9622b;--b2:#ffb98a;--b3:#b3502a;--plain:#8b949e;--texture:#0f131899;\
        --q0:#14283b;--q1:#173a58;--q2:#1a4f78;--q3:#1f6899;--q4:#3186b8;--q5:#58a6d2;--q6:#8fc9e8;\
        --q7:#d6f0ff}}
        *{box-sizing:border-box}
        html{scroll-padding-top:1rem}
        body{margin:0 auto;max-width:76rem;padding:1.5rem 1.25rem 3rem;background:var(--paper);\
        color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;\
        font-variant-numeric:tabular-nums}
        a{color:var(--link)}
        .skip{position:absolute;left:-100rem}
        .skip:focus{left:1rem;top:.5rem;z-index:9;background:var(--paper);padding:.25rem .5rem}
        :focus-visible{outline:3px solid var(--c0);outline-offset:2px}
        .patterns{position:absolute}
        .patterns path{fill:none;stroke:var(--texture);stroke-width:1.6}
        .patterns circle{fill:var(--texture)}
        .patterns .failed path{stroke:var(--failed);stroke-opacity:.4;stroke-width:1.2}
        .patterns .soft path{stroke:var(--line);stroke-width:1}
        h1{font-size:1.75rem;line-height:1.2;margin:0 0 .25rem;overflow-wrap:anywhere}
        h2{font-size:1.35rem;margin:2.5rem 0 .75rem;padding-bottom:.25rem;\
        border-bottom:1px solid var(--line);overflow-wrap:anywhere}
        h3{font-size:1.05rem;margin:0}
        section section h3{margin:1.5rem 0 .5rem}
        .subtitle{color:var(--soft);margin:0;overflow-wrap:anywhere}
        .live{position:sticky;top:0;z-index:8;margin:-1.5rem -1.25rem 1.5rem;padding:.5rem 1.25rem;\
        background:var(--panel);color:var(--soft);font-size:.9rem;\
        box-shadow:0 0 0 100vmax var(--panel);clip-path:inset(0 -100vmax)}
        html:has(.live){scroll-padding-top:3.5rem}
        .live p{margin:0}
        .live.over{position:static}
        .status{margin:1rem 0 -.75rem;font-size:1.15rem}
        nav ul{list-style:none;display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;padding:0;margin:1rem 0 0}
        .lead{font-size:1.1rem;margin:0 0 1rem}
        .badge{-webkit-box-decoration-break:clone;box-decoration-break:clone;white-space:nowrap;border:1.5px solid;border-radius:1rem;padding:.05em .6em;font-size:.9em}
        .badge.passed,.remarks .passed::before{color:var(--passed)}
        .badge.failed,.remarks .failed::before{color:var(--failed)}
        .badge.doubtful,.remarks .doubtful::before{color:var(--doubtful)}
        .badge.neutral,.remarks .neutral::before{color:var(--soft)}
        .lead .badge{font-size:1.05em;white-space:normal}
        .tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(9.6rem,100%),1fr));gap:.75rem;\
        margin:0 0 1rem}
        .tiles div{background:var(--panel);border:1px solid var(--line);border-radius:.5rem;\
        padding:.6rem .9rem}
        .tiles dt{color:var(--soft);font-size:.85rem}
        .tiles dd{margin:0}
        .tiles .value{font-size:1.6rem;font-weight:600;line-height:1.25}
        .tiles .detail{color:var(--soft);font-size:.85rem}
        .remarks{list-style:none;padding:0;margin:1rem 0}
        .remarks li{padding-left:1.5rem;position:relative;margin:.35rem 0;overflow-wrap:anywhere}
        .remarks li::before{position:absolute;left:.25rem;font-weight:700}
        .remarks .passed::before{content:"✓"}
        .remarks .failed::before{content:"✗"}
        .remarks .doubtful::before{content:"!"}
        .remarks .neutral::before{content:"•"}
        .note{color:var(--soft);font-size:.88rem;margin:.35rem 0;max-width:52rem}
        figure{margin:1.5rem 0 2rem}
        figcaption{display:flex;flex-wrap:wrap;align-items:baseline;gap:.25rem 1.5rem}
        .legend{list-style:none;display:flex;flex-wrap:wrap;align-items:center;gap:.15rem 1rem;\
        padding:0;margin:0;font-size:.88rem;color:var(--soft)}
        .legend li{white-space:nowrap}
        .swatch{width:28px;height:12px;vertical-align:-1px;margin-right:.4em}
        .strip{width:128px;height:12px}
        .scroll{overflow-x:auto}
        .pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(28rem,100%),1fr));gap:0 2rem}
        .pair figure{min-width:0;margin:.75rem 0 1rem}
        .chart{container-type:inline-size;padding:0 1.5rem 0 56px;margin:.25rem 0}
        .chart>svg{display:block;width:100%;overflow:visible}
        .fields *{vector-effect:non-scaling-stroke}
        @container (max-width:680px){.wide{display:none}}
        @container (max-width:450px){.medium{display:none}}
        svg text{fill:var(--soft);font-size:12px}
        svg .axis-title{font-size:11.5px}
        svg .stage{fill:var(--ink);font-size:11.5px}
        svg .limit-text,svg .zone-text{fill:var(--failed);font-size:11.5px;font-weight:600;\
        paint-order:stroke;stroke:var(--paper);stroke-width:3px;stroke-linejoin:round}
        .grid{stroke:var(--line);stroke-width:.7}
        .grid.faint{stroke:var(--faint)}
        .axis{stroke:var(--soft)}
        .boundary{stroke:var(--soft);stroke-dasharray:1 3}
        .mark{stroke:var(--ink);stroke-dasharray:4 2}
        .limit{stroke:var(--failed);stroke-dasharray:9 4;stroke-width:1.3}
        .cursor{stroke:var(--ink);stroke-width:1;pointer-events:none}
        .stage-odd{fill:var(--panel)}
        .aside{fill:url(#pa)}
        .stall{fill:var(--stall)}
        .failed-zone{fill:url(#pf)}
        .line{fill:none;stroke-width:2;stroke-linejoin:round}
        .median{stroke:var(--ink);stroke-width:2.5}
        .cross{fill:none;stroke-width:1.8}
        .dot-alone{stroke-linecap:round}
        .s0{stroke:var(--c0)}.s1{stroke:var(--c1)}.s2{stroke:var(--c2)}.s3{stroke:var(--c3)}
        .s4{stroke:var(--c4)}.s5{stroke:var(--c5)}.s6{stroke:var(--c6)}.s7{stroke:var(--c7)}
        .sg0{stroke:var(--g0)}.sg1{stroke:var(--g1)}.sg2{stroke:var(--g2)}.sg3{stroke:var(--g3)}
        .sb0{stroke:var(--b0)}.sb1{stroke:var(--b1)}.sb2{stroke:var(--b2)}.sb3{stroke:var(--b3)}
        .sn{stroke:var(--plain)}.line.sn{stroke-dasharray:3 3;stroke-width:1.6}.line.sg1{stroke-dasharray:9 3}
        .line.sg2{stroke-width:2.6}
        .line.s1{stroke-dasharray:8 3}.line.s2{stroke-dasharray:2.5 2.5}
        .line.s3{stroke-dasharray:9 3 2 3}.line.s4{stroke-dasharray:14 4}
        .line.s5{stroke-dasharray:5 5}.line.s6{stroke-dasharray:1.5 4}.line.s7{stroke-dasharray:12 3 2 3 2 3}
        .dot{stroke:var(--paper);stroke-width:1}
        .dot.passed{fill:var(--passed)}.dot.failed{fill:var(--failed)}.dot.doubtful{fill:var(--doubtful)}
        .dot.neutral{fill:var(--soft)}
        .f0{fill:var(--c0)}.f1{fill:var(--c1)}.f2{fill:var(--c2)}.f3{fill:var(--c3)}
        .f4{fill:var(--c4)}.f5{fill:var(--c5)}.f6{fill:var(--c6)}.f7{fill:var(--c7)}
        .fg0{fill:var(--g0)}.fg1{fill:var(--g1)}.fg2{fill:var(--g2)}.fg3{fill:var(--g3)}
        .fb0{fill:var(--b0)}.fb1{fill:var(--b1)}.fb2{fill:var(--b2)}.fb3{fill:var(--b3)}
        .pg0{fill:none}.pg1{fill:url(#p2)}.pg2{fill:url(#p4)}.pg3{fill:url(#p5)}
        .pb0{fill:url(#p1)}.pb1{fill:url(#p6)}.pb2{fill:url(#p3)}.pb3{fill:url(#p7)}
        .p0{fill:none}.p1{fill:url(#p1)}.p2{fill:url(#p2)}.p3{fill:url(#p3)}.p4{fill:url(#p4)}
        .p5{fill:url(#p5)}.p6{fill:url(#p6)}.p7{fill:url(#p7)}
        .q0{fill:var(--q0)}.q1{fill:var(--q1)}.q2{fill:var(--q2)}.q3{fill:var(--q3)}
        .q4{fill:var(--q4)}.q5{fill:var(--q5)}.q6{fill:var(--q6)}.q7{fill:var(--q7)}
        table{border-collapse:collapse;font-size:.86rem;margin:.75rem 0;min-width:50%}
        .facts{display:grid;align-items:start;grid-template-columns:repeat(auto-fit,minmax(min(26rem,100%),1fr));gap:0 2rem}
        .facts table{width:100%}
        .facts td{white-space:normal;overflow-wrap:anywhere}.facts tbody th{width:9.5rem;white-space:normal;\
        overflow-wrap:break-word}
        caption{text-align:left;font-weight:600;padding:.25rem 0}
        th,td{padding:.3rem .75rem;border-bottom:1px solid var(--faint);text-align:right;\
        vertical-align:top}
        th:first-child,.prose-end td,.prose-end th,.matrix th:last-child{text-align:left}
        tbody th,.prose-end td:last-child{overflow-wrap:anywhere}
        td,tbody th{white-space:nowrap}
        .prose-end td,.matrix td:last-child{white-space:normal}
        .prose-end .badge{white-space:nowrap}
        @media screen and (max-width:44rem){body{padding:1rem 1rem 2rem}h1{font-size:1.4rem}\
        .live{margin:-1rem -1rem 1rem;padding:.5rem 1rem}.badge{white-space:normal}\
        .legend li{white-space:normal}\
        .cards,.cards tbody,.cards caption{display:block}.cards{width:100%}\
        .cards thead{position:absolute;left:-100rem}\
        .cards tr{display:grid;grid-template-columns:repeat(auto-fill,minmax(5.4rem,1fr));gap:.15rem .75rem;\
        padding:.5rem 0;border-bottom:1px solid var(--line)}\
        .cards th,.cards td{border:0;padding:0;text-align:left;white-space:normal;overflow-wrap:anywhere}\
        .cards tbody th{grid-column:1/-1;font-weight:600}\
        .cards td:empty{display:none}\
        .cards td[data-title]::before{content:attr(data-title);display:block;color:var(--soft);\
        font-size:.75rem}\
        .matrix tr{display:block}.matrix th:first-child{width:auto}.matrix td{display:inline}.matrix td:last-child{display:block}\
        .matrix td[data-title]::before{display:inline;content:attr(data-title) " ";font-size:inherit}\
        .matrix td[data-title]::after{content:" "}\
        .cards.prose-end td:last-child,.matrix td:last-child{grid-column:1/-1;min-width:0}}
        thead th{border-bottom:1.5px solid var(--line);color:var(--soft);font-weight:600}
        tbody th{font-weight:500}
        summary{cursor:pointer;color:var(--link);font-size:.88rem}
        .run{border-bottom:1px solid var(--line);padding:.5rem 0}
        .run>summary{color:inherit;font-size:1rem;overflow-wrap:anywhere}
        .run>section,.run>.lead{margin-top:1rem}
        details .scroll{max-height:24rem;overflow:auto}
        details thead th{position:sticky;top:0;background:var(--paper)}
        code{overflow-wrap:anywhere}
        pre{background:var(--panel);border:1px solid var(--line);border-radius:.5rem;padding:.75rem 1rem;\
        white-space:pre-wrap;overflow-wrap:anywhere;position:relative}
        pre:has(button){padding-right:5.5rem}
        pre button{position:absolute;right:.5rem;top:.5rem}
        .chips{list-style:none;display:flex;flex-wrap:wrap;gap:.3rem;padding:0;margin:0}
        .chips li{border:1px solid var(--line);border-radius:.3rem;padding:0 .4rem;font-size:.8rem;\
        text-align:left;overflow-wrap:anywhere}
        .chips .passed{border-color:var(--passed)}
        .chips .failed{border-color:var(--failed);background:var(--failed);color:var(--paper)}
        .chips .differs,.chips .inconclusive{border-color:var(--doubtful);color:var(--doubtful)}
        .chips .never{border:1.5px dashed var(--failed)}
        .chips .aside-row{color:var(--soft);background:var(--panel)}
        .chips summary{color:inherit;font-size:inherit;list-style:none}
        .chips summary::-webkit-details-marker{display:none}
        .chips li:has([open]){flex-basis:100%}
        .chips p{margin:.1rem 0 .2rem}
        .matrix{width:100%}.matrix th:first-child{width:12rem}
        .matrix td:last-child{text-align:left;min-width:18rem;width:99%}
        .chips a{color:inherit}
        .failure{border-left:3px solid var(--line);padding-left:1rem;margin:1.5rem 0}
        .failure:target{border-color:var(--link)}
        .failure h3{overflow-wrap:anywhere}
        .failure p{margin:.35rem 0;overflow-wrap:anywhere}
        .failure td{white-space:pre-wrap;overflow-wrap:anywhere;text-align:left}
        .tip{position:fixed;z-index:9;pointer-events:none;background:var(--paper);color:var(--ink);\
        border:1px solid var(--line);border-radius:.4rem;padding:.4rem .6rem;font-size:.8rem;\
        box-shadow:0 2px 10px #0003}
        .tip dl{display:grid;grid-template-columns:auto auto;gap:0 .75rem;margin:0}
        .tip dd{margin:0;text-align:right}
        footer{margin-top:3rem;color:var(--soft);font-size:.85rem;border-top:1px solid var(--line)}
        @media print{body{max-width:none;padding:0;font-size:11pt}nav,.skip,.live,details,pre button,.tip\
        {display:none}.chips details{display:block}h2{break-after:avoid}figure,.tiles,table,tr{break-inside:avoid}\
        .scroll{overflow:visible}td,tbody th{white-space:normal}\
        th,td{padding:.2rem .35rem}.matrix td:last-child{min-width:0}table{font-size:8.5pt}*{print-color-adjust:exact;\
        -webkit-print-color-adjust:exact}}
        """
}
