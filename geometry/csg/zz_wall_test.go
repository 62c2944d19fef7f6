package csg

import ("testing";"syscall";"math";"github.com/golang/geo/r3")

func cpu() float64 { var r syscall.Rusage; syscall.Getrusage(syscall.RUSAGE_SELF,&r); return float64(r.Utime.Sec)*1e9+float64(r.Utime.Usec)*1e3 }
func bench(b *testing.B, f func()) { b.ReportAllocs(); f(); b.ResetTimer(); t:=cpu(); for range b.N { f() }; b.ReportMetric((cpu()-t)/float64(b.N)/1e3,"cpu-us/op") }
func wallExpr(m Motion, n int) Expr {
	w,_ := Box(r3.Vector{}, r3.Vector{X: float64(n)*2.5e6+0.5e6, Y:2e5, Z:3e6})
	e := []Expr{Of(w.Moved(m))}
	for i:=0;i<n;i++ {
		o,_ := Box(r3.Vector{X: float64(i)*2.5e6+1e6, Y:0, Z:9e5}, r3.Vector{X: float64(i)*2.5e6+2e6, Y:2e5, Z:2.3e6})
		e = append(e, Of(o.Moved(m)))
	}
	return Subtract(e...)
}
func sphere(n int, c r3.Vector) Operand {
	// octasphere-like uv sphere
	var v []r3.Vector; var f [][]int32
	v = append(v, r3.Vector{Z:1e6}.Add(c)); 
	rows := n/2-1
	for i:=1;i<=rows;i++ { th:=math.Pi*float64(i)/float64(rows+1); for j:=0;j<n;j++ { ph:=2*math.Pi*float64(j)/float64(n); v=append(v, r3.Vector{X:1e6*math.Sin(th)*math.Cos(ph),Y:1e6*math.Sin(th)*math.Sin(ph),Z:1e6*math.Cos(th)}.Add(c)) } }
	v = append(v, r3.Vector{Z:-1e6}.Add(c)); last:=int32(len(v)-1)
	id := func(i,j int) int32 { return int32(1+(i-1)*n+j%n) }
	for j:=0;j<n;j++ { f=append(f, []int32{0,id(1,j),id(1,j+1)}, []int32{last,id(rows,j+1),id(rows,j)}) 
	 for i:=1;i<rows;i++ { f=append(f, []int32{id(i,j),id(i+1,j),id(i+1,j+1)}, []int32{id(i,j),id(i+1,j+1),id(i,j+1)}) } }
	o,err := Polyhedron(v,f); if err!=nil {panic(err)}
	return o
}
func run(b *testing.B, e func() Expr, tri bool) { bench(b, func(){ s,err:=Evaluate(e()); if err!=nil {b.Fatal(err)}; if tri { _=s.Triangles() } }) }
var m37 = Rotation(r3.Vector{X:1,Y:2,Z:3},37.5)
func BenchmarkWall3Tri(b *testing.B){ run(b, func() Expr {return wallExpr(m37,3)}, true) }
func BenchmarkWall3(b *testing.B){ run(b, func() Expr {return wallExpr(m37,3)}, false) }
func BenchmarkWall10(b *testing.B){ run(b, func() Expr {return wallExpr(m37,10)}, false) }
func BenchmarkWall100(b *testing.B){ run(b, func() Expr {return wallExpr(m37,100)}, false) }
func BenchmarkWall1000(b *testing.B){ run(b, func() Expr {return wallExpr(m37,1000)}, false) }
func BenchmarkWall1000Tri(b *testing.B){ s,_:=Evaluate(wallExpr(m37,1000)); bench(b, func(){ _=s.Triangles()}) }
func BenchmarkWall100Tri(b *testing.B){ s,_:=Evaluate(wallExpr(m37,100)); bench(b, func(){ _=s.Triangles()}) }
func BenchmarkSphere(b *testing.B){ x:=sphere(318,r3.Vector{}); y:=sphere(318,r3.Vector{X:4e5,Y:1.23e5,Z:0.77e5}).Moved(Rotation(r3.Vector{X:1,Y:1,Z:0.3},33)); b.Log(len(x.faces)); run(b, func() Expr {return Subtract(Of(x),Of(y))}, false) }
func BenchmarkBoxBox(b *testing.B){ x,_:=Box(r3.Vector{},r3.Vector{X:1e6,Y:1e6,Z:1e6}); y:=x.Moved(m37); run(b, func() Expr {return Intersect(Of(x),Of(y))}, false) }
