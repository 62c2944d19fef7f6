package quotas

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"testing"
)

// instance is a holder that spends the operations and calls that it was lent.
type instance struct {
	id         string
	operations int
	calls      int
	until      int64
}

// TestNobodyHasMoreThanTheLimit lets instances borrow, spend, die and return in any order. The operations spent must
// never exceed the limit, nor the calls the rate, over all instances together.
func TestNobodyHasMoreThanTheLimit(t *testing.T) {
	for number := range uint64(300) {
		random := rand.New(rand.NewPCG(number, 20))
		limit := 1 + random.IntN(200)
		rate := Rate{PerMinute: 1 + random.IntN(600), Burst: 1 + random.IntN(60)}
		balance, now, spent := &Balance{}, int64(1_000_000), 0
		began := now
		var passed []int64
		instances := []*instance{{id: "a"}, {id: "b"}, {id: "c"}}
		for range 600 {
			now += int64(random.IntN(400))
			who := instances[random.IntN(len(instances))]
			switch random.IntN(40) {
			case 0: // it dies with what it has
				*who = instance{id: who.id + "'"}
			case 1:
				if e := balance.Return(who.id, who.operations, balance.Began, now); e != nil {
					balance = stored(t, e)
				}
				who.operations = 0
			}
			n := Need{Holder: who.id, At: now, Operation: who.operations == 0, Limit: limit, Rate: rate}
			if who.calls == 0 || now >= who.until {
				n.Category = "read"
			}
			if n.Operation || n.Category != "" {
				e, err := balance.Lend(n)
				if e != nil {
					balance = stored(t, e)
				}
				if err != nil {
					continue
				}
				lent := e.(*Lent)
				who.operations += lent.Operations
				if n.Category != "" {
					who.calls, who.until = lent.Calls["read"], now+callsMS
				}
			}
			who.operations--
			who.calls--
			spent++
			passed = append(passed, now)
		}
		if spent > limit {
			t.Fatalf("seed %d: %d operations of %d", number, spent, limit)
		}
		for i, from := range passed {
			for j := i; j < len(passed); j++ {
				let := float64(max(1, rate.Burst)) + float64(passed[j]-from)*rate.perMS()
				if float64(j-i+1) > let+1e-6 {
					t.Fatalf("seed %d: %d calls in %d ms from %d on, at %+v", number, j-i+1,
						passed[j]-from, from-began, rate)
				}
			}
		}
	}
}

// stored returns the balance read back from an event.
func stored(t *testing.T, e Event) *Balance {
	t.Helper()
	name, schema, data := Encode(e)
	b, err := After(name, schema, data)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestTheLastOperationsAreAskedFor lets one instance hold operations that another one needs. The first instance must
// return them; otherwise it counts as dead.
func TestTheLastOperationsAreAskedFor(t *testing.T) {
	const limit, now = 16, 50_000
	lend := func(b *Balance, who string, at int64) (*Balance, error) {
		e, err := b.Lend(Need{Holder: who, At: at, Operation: true, Limit: limit})
		if e != nil {
			b = stored(t, e)
		}
		return b, err
	}
	b, err := lend(&Balance{}, "a", now) // two operations
	for err == nil {
		b, err = lend(b, "b", now+1)
	}
	if !errors.Is(err, ErrHeld) || b.Asked != now+1 {
		t.Fatalf("%v, %+v", err, b)
	}
	if holds, asked := b.Holds("a"); !holds || !asked {
		t.Errorf("%+v", b)
	}
	if again, err := lend(b, "b", now+2); !errors.Is(err, ErrHeld) || !reflect.DeepEqual(again, b) {
		t.Errorf("asked again: %v, %+v", err, again)
	}
	if _, err := lend(b, "b", now+1+answerMS); !errors.Is(err, ErrUsedUp) {
		t.Errorf("after no answer: %v", err)
	}
	back := stored(t, b.Return("a", 1, b.Began, now+3))
	if back, err = lend(back, "b", now+4); err != nil {
		t.Errorf("after one came back: %v", err)
	}
	if _, err := lend(back, "b", now+5); !errors.Is(err, ErrUsedUp) {
		t.Errorf("when all is used: %v", err)
	}
	if _, err := lend(back, "b", now+WindowMS); err != nil {
		t.Errorf("in the next window: %v", err)
	}
	if e := back.Return("a", 1, b.Began, now+WindowMS); e != nil {
		t.Errorf("of a window that is over: %+v", e)
	}
}
