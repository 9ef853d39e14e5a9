# Pictures, drawn by chafa: a script may stand for it.
site | index.html | <p>Before</p><img src=boat.png alt='a boat'><p>After</p>
# A PNG of one red pixel.
script | echo iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC \p base64 -d > {folder}/boat.png
serve
env | PATH | {home}/bin:/usr/bin:/bin
env | COLORTERM | truecolor

## a picture is drawn by chafa, in a page or alone, and its text can be restored
for | size | 24x80 | 12x40 | 60x200
home | bin/chafa | #!/bin/sh\ncat > /dev/null; printf '\\033[38;2;200;0;0m▄\\033[0m\\n'\n
run | /bin/chmod 755 {home}/bin/chafa | exit 0
browse | {size} | {site}/index.html
see | [a boat]
keys | <M-v>
see | ▄ | ![a boat] | Before | After
keys | <M-v>
see | [a boat]
quit
browse | {size} | {site}/boat.png
see | image/png, 69 bytes
keys | <M-v>
see | ▄
quit

## the missing program is named, and once it is installed it draws the picture
env | PATH | {home}/none
browse | 24x80 | {site}/index.html
see | [a boat]
keys | <M-v>
see | Pictures need the program chafa | [a boat]
quit
# The real chafa.
env | PATH | /usr/bin:/bin
browse | 24x80 | {site}/index.html
see | [a boat]
keys | <M-v>
see | ![a boat] | After
quit

## a misbehaving chafa changes nothing on the screen
for | chafa | printf '\\033]52;c;aGFja2Vk\\007'; printf '\\033[2Jgone' | printf '\\033[38;2;1;2;3mx\\033[6n\\n' | yes x
for | chafa | printf x; sleep 1000 | exit 3 | kill -9 $$ | head -c 100000000 /dev/zero | while :; do :; done
home | bin/chafa | #!/bin/sh\n{chafa}\n
run | /bin/chmod 755 {home}/bin/chafa | exit 0
browse | 24x80 | {site}/index.html
see | [a boat]
keys | <M-v>
see | Pictures are on
# The browser stays responsive meanwhile, and quits without delay.
keys | jk/Aft\r
see | 1 of 1 | [a boat] | Before
quit
written | ! \e]52

## quitting the browser leaves no chafa running
home | bin/chafa | #!/bin/sh\ntrap '' TERM; echo $$ > {home}/number; exec sleep 1000\n
run | /bin/chmod 755 {home}/bin/chafa | exit 0
browse | 24x80 | {site}/index.html
see | [a boat]
keys | <M-v>
script | timeout 20 sh -c 'until test -s {home}/number; do :; done' | exit 0
quit
script | timeout 10 sh -c 'while kill -0 $(cat {home}/number) 2> /dev/null; do :; done' | exit 0

## a terminal that answers as kitty does is sent pixels, which the real chafa decoded
env | KITTY_WINDOW_ID | 1
browse | 24x80 | {site}/index.html
see | [a boat]
written | ! \e_G
keys | <M-v>
see | ![a boat] | 􎻮̅̅̅
written | \e_Ga=T,U=1,q=2,f=32,i= | c=1,r=1,m=0;
keys | <M-v>
see | [a boat]
written | \e_Ga=d,d=I,q=2,i=
quit

## what is not pixels is drawn as characters or not at all, and never reaches the terminal
for | chafa | printf '\\033_Ga=T,f=100,t=f;L2V0Yw==\\033\\\\' | printf '\\033_Ga=T,f=32,s=1,v=1,c=1,r=1,m=1\\033\\\\\\033]52;c;aGFja2Vk\\007'
home | bin/chafa | #!/bin/sh\ncat > /dev/null; {chafa}\n
run | /bin/chmod 755 {home}/bin/chafa | exit 0
env | KITTY_WINDOW_ID | 1
browse | 24x80 | {site}/index.html
see | [a boat]
keys | <M-v>
see | Pictures are on | [a boat]
quit
written | ! \e]52 | ! t=f | ! U=1
