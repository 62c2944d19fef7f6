package tower

import "github.com/bimstream/bimstream/geometry"

// random is the generator SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA
// 2014). Its state is one number, and its sequence is the same on every machine and in every version of Go.
type random uint64

func (r *random) next() uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below returns a number from 0 to n-1. The bias of the remainder is below 2^-40 for the small n in use.
func (r *random) below(n int) int { return int(r.next() % uint64(n)) }

// mm returns a length from one bound to the other, in millimetres, in steps from the first bound.
func (r *random) mm(from, to, step int) geometry.Length {
	return geometry.MM(int64(from + step*r.below((to-from)/step+1)))
}

// choose returns one of the given values.
func choose[T any](r *random, things ...T) T { return things[r.below(len(things))] }
