package export

import (
	"cmp"
	"context"
	"math/bits"
	"slices"

	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/ifc/step"
)

// Instance numbers. An edit of one element should not change lines about other elements, and a line changes with every
// number in it. So the number of an instance depends on its identity and not on how many instances precede it. Its key
// is its GlobalId, or its owner, its class and its count among the owner's instances of that class. The key of a shared
// instance is its content. The key is hashed to a slot in a range a few times larger than the file; instances with the
// same slot get consecutive numbers. A new instance moves only the few instances between its slot and the next gap.
// Only when the number of instances passes a power of two is the range doubled, and all instances are renumbered.

// origin determines an instance's number.
type origin struct {
	key    uint64
	shared bool
	rooted bool // whether the instance has a GlobalId
}

// scope is the owner of the instances that are being written and have no identity of their own.
type scope struct {
	key    uint64
	counts []classCount
}

// classCount is the number of instances of a class in a scope. A scope has few classes, so a list of them is fast
// enough.
type classCount struct {
	name  string
	count int
}

// next returns the key of the next instance of a class.
func (s *scope) next(name string) uint64 {
	for i := range s.counts {
		if c := &s.counts[i]; c.name == name {
			c.count++
			return hashNumber(hashText(s.key, name), uint64(c.count))
		}
	}
	s.counts = append(s.counts, classCount{name, 0})
	return hashNumber(hashText(s.key, name), 0)
}

// within makes the instances that follow belong to an owner, until the returned function is called. Owners may be
// nested, such as a door in a wall.
func (b *builder) within(owner string) (done func()) {
	outer := b.scope
	b.scope = scope{key: hashText(hashSeed, owner)}
	if last := len(b.counts) - 1; last >= 0 {
		b.scope.counts, b.counts = b.counts[last][:0], b.counts[:last]
	}
	return func() {
		b.counts = append(b.counts, b.scope.counts)
		b.scope = outer
	}
}

// FNV-1a with 64 bits (draft-eastlake-fnv, section 5).
const (
	hashSeed  = 14695981039346656037
	hashPrime = 1099511628211
)

func hashText(h uint64, s string) uint64 {
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * hashPrime
	}
	return h
}

func hashNumber(h, n uint64) uint64 {
	for range 8 {
		h = (h ^ n&0xff) * hashPrime
		n >>= 8
	}
	return h
}

// contentKey returns the key of a shared instance: a hash of its content and of the keys of the instances that it
// refers to.
func (b *builder) contentKey(name string, args []step.Value) uint64 {
	h := hashText(hashSeed, name)
	for _, v := range args {
		h = b.hashValue(h, v)
	}
	return h
}

func (b *builder) hashValue(h uint64, v step.Value) uint64 {
	switch v := v.(type) {
	case step.Ref:
		return hashNumber(h, b.origins[v-1].key)
	case step.List:
		h = hashNumber(h, uint64(len(v)))
		for _, e := range v {
			h = b.hashValue(h, e)
		}
		return h
	}
	var err error
	if b.key, err = step.AppendValue(b.key[:0], v); err != nil {
		return h // never happens: share has already encoded the value
	}
	return hashText(hashText(h, string(b.key)), ",")
}

// number gives the instances their numbers in the file and moves the shared instances to the front. They are sorted by
// number, so that a new shared instance does not change the order of the other shared instances. Instances with an
// owner keep the order in which they were added. The method stops if the context is cancelled.
func (b *builder) number(ctx context.Context) {
	n := len(b.file.Instances)
	order := b.byKey(ctx)
	numbers := make([]step.Ref, n)
	last, shift := 0, 64-bits.Len(uint(n))-1
	for _, k := range order {
		last = max(last, int(k.key>>shift)) + 1
		numbers[k.place] = step.Ref(last)
	}
	values := make([]step.Value, n) // converted to an interface once for all references
	processors.Ranges(n, func(_, from, to int) {
		for i := from; i < to; i++ {
			values[i] = numbers[i]
		}
	})
	processors.Ranges(n, func(_, from, to int) {
		processors.Hear(ctx)
		for i := from; i < to; i++ {
			in := &b.file.Instances[i]
			in.ID = int(numbers[i])
			renumber(in.Args, values)
		}
	})
	processors.Hear(ctx)
	b.arrange(order)
	b.origins, b.shared = nil, nil
}

// keyed is an instance with the key of its number.
type keyed struct {
	key   uint64
	place int32
}

// compare compares by key, then by the order in which the instances were added.
func (k keyed) compare(other keyed) int {
	if k.key == other.key {
		return cmp.Compare(k.place, other.place)
	}
	return cmp.Compare(k.key, other.key)
}

// perBucket is the approximate number of instances in one bucket of byKey. It is small enough that sorting a bucket
// takes no longer than filling it.
const perBucket = 8

// byKey returns the instances in the order of their mixed keys. The mixed keys are spread evenly, so their upper bits
// nearly sort them already.
func (b *builder) byKey(ctx context.Context) []keyed {
	shift := 64 - bits.Len(uint(len(b.origins)/perBucket))
	starts := make([]int32, 1<<(64-shift)+1)
	for i := range b.origins {
		starts[mixed(b.origins[i].key)>>shift+1]++
	}
	for i := 1; i < len(starts); i++ {
		starts[i] += starts[i-1]
	}
	next := slices.Clone(starts)
	out := make([]keyed, len(b.origins))
	for i := range b.origins {
		k := keyed{mixed(b.origins[i].key), int32(i)}
		at := &next[k.key>>shift]
		out[*at] = k
		*at++
	}
	processors.Ranges(len(starts)-1, func(_, from, to int) {
		processors.Hear(ctx)
		for i := from; i < to; i++ {
			slices.SortFunc(out[starts[i]:starts[i+1]], keyed.compare)
		}
	})
	return out
}

// mixed spreads a key over all bits, because the upper bits of FNV-1a depend little on the last bytes (finalizer of
// MurmurHash3).
func mixed(h uint64) uint64 {
	h = (h ^ h>>33) * 0xff51afd7ed558ccd
	h = (h ^ h>>33) * 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}

// renumber replaces references in place, which is safe because every list belongs to one instance.
func renumber(values []step.Value, numbers []step.Value) {
	for i, v := range values {
		switch v := v.(type) {
		case step.Ref:
			values[i] = numbers[v-1]
		case step.List:
			renumber(v, numbers)
		}
	}
}

// arrange moves the shared instances to the front, sorted by number; the others follow in the order in which they were
// added.
func (b *builder) arrange(order []keyed) {
	var shared []step.Instance
	for _, k := range order {
		if b.origins[k.place].shared {
			shared = append(shared, b.file.Instances[k.place])
		}
	}
	all := b.file.Instances
	to := len(all)
	for i := len(all) - 1; i >= 0; i-- {
		if !b.origins[i].shared {
			to--
			all[to] = all[i]
		}
	}
	copy(all, shared)
}
