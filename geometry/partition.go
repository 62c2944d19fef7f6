package geometry

// partition is a set of disjoint sets of numbers (union-find); the smallest number identifies a set.
type partition []int32

func newPartition(n int) partition {
	p := make(partition, n)
	for i := range p {
		p[i] = int32(i)
	}
	return p
}

func (p partition) find(i int32) int32 {
	for p[i] != i {
		p[i] = p[p[i]]
		i = p[i]
	}
	return i
}

func (p partition) join(i, j int32) {
	i, j = p.find(i), p.find(j)
	p[max(i, j)] = min(i, j)
}
