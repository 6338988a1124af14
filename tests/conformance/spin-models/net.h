/* Two ends, a channel to each, and a third by which one tells the other that it is over. The network loses and repeats
   as often as it may; a time limit may be up whenever there is nothing to read. */
#ifndef LOSE
#define LOSE 1
#endif
#ifndef DUPLICATE
#define DUPLICATE 0
#endif
byte lose = LOSE, duplicate = DUPLICATE;
chan to_right = [8] of { byte, byte };
chan to_left = [8] of { byte, byte };
chan over = [1] of { byte };
inline put(channel, a, b)
{
    atomic {
        if
        :: channel ! a, b
        :: lose > 0 -> lose--
        :: duplicate > 0 -> duplicate--; channel ! a, b; channel ! a, b
        fi
    }
}
