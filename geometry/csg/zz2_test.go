package csg
import ("testing";"fmt";"github.com/golang/geo/r3")
func TestZZ(t *testing.T){
 for _,n := range []int{30,318} {
  for i:=0;i<6;i++ {
   x:=sphere(n,r3.Vector{}); y:=sphere(n,r3.Vector{X:4e5,Y:1.23e5,Z:0.77e5}).Moved(Rotation(r3.Vector{X:1,Y:1,Z:0.3},33+float64(i)))
   e:=Subtract(Of(x),Of(y))
   s,err:=EvaluateWithin(e,1)
   fmt.Println(n,i,err,len(s.Faces))
  }
 }
}
