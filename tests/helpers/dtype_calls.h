/*
 * For each column "arguments" of the dtype tables, the call that it means: T has the dtype of the line, U that of the
 * column, S is its number. Texts as in call_text.h; the first line that fits counts.
 */
#ifndef TESTS_HELPERS_DTYPE_CALLS_H
#define TESTS_HELPERS_DTYPE_CALLS_H

struct dtype_call {
    const char *ops; /* with a space around each; NULL: any */
    const char *arguments; /* NULL: of dtype_support.tsv */
    const char *text;
};

static const struct dtype_call dtype_calls[] = {
    /* dtype_support.tsv */
    {" empty zeros ones ", NULL, "(3,3) T"},
    {" empty_strided ", NULL, "(3,3) (3,1) T"},
    {" full ", NULL, "(3) 1 T"},
    {" full_like ", NULL, "f[3,3] 1 T"},
    {" scalar_tensor ", NULL, "1 T"},
    {" arange ", NULL, "0 3 1 T"},
    {" linspace ", NULL, "0 3 4 T"},
    {" eye ", NULL, "3 3 T"},
    {" to ", NULL, "f[3] T"},
    {" fill_ ", NULL, "T[3,3] 1"},
    {" view reshape ", NULL, "T[3,3] (9)"},
    {" as_strided ", NULL, "T[3,3] (2) (1) 0"},
    {" expand broadcast_to ", NULL, "T[3,3] (2,3,3)"},
    {" permute ", NULL, "T[3,3] (1,0)"},
    {" transpose ", NULL, "T[3,3] 0 1"},
    {" select ", NULL, "T[3,3] 0 0"},
    {" slice ", NULL, "T[3,3] 0 0 2 1"},
    {" narrow ", NULL, "T[3,3] 0 0 2"},
    {" split ", NULL, "T[3,3] 2 0"},
    {" cat stack hstack vstack dstack column_stack ", NULL, "{T[3,3] T[3,3]}"},
    {" repeat tile ", NULL, "T[3,3] (2,1)"},
    {" roll ", NULL, "T[3,3] (1) (0)"},
    {" movedim ", NULL, "T[3,3] (0) (1)"},
    {" unflatten ", NULL, "T[3,3] 0 (3,1)"},
    {" mv ", NULL, "T[3,3] T[3]"},
    {" addmv ", NULL, "T[3] T[3,3] T[3]"},
    {" tensordot ", NULL, "T[3,3] T[3,3] (0) (1)"},
    {" linalg_matrix_power ", NULL, "T[3,3] 2"},
    {" threshold ", NULL, "T[3,3] 0 1"},
    {" take ", NULL, "T[3,3] i[2]"},
    {" index_fill ", NULL, "T[3,3] 0 i[2] T[]"},
    {" conv1d ", NULL, "T[1,1,4] T[1,1,2] T[1]"},
    {" glu ", NULL, "T[3,2]"},
    {" where ", NULL, "b[3,3] T[3,3] T[3,3]"},
    {" clamp addmm lerp addcmul addcdiv ", NULL, "T[3,3] T[3,3] T[3,3]"},
    {" squeeze flip sum mean prod all any amax amin argmax argmin var std var_mean std_mean count_nonzero logsumexp ", NULL, "T[3,3] (0)"},
    {" unsqueeze max min cumsum softmax log_softmax ", NULL, "T[3,3] 0"},
    {" linalg_vector_norm ", NULL, "T[3,3] 2 (0)"},
    {" topk ", NULL, "T[3,3] 2"},
    {" unique ", NULL, "T[3,3] true true true"},
    {" masked_select ", NULL, "T[3,3] b[3,3]"},
    {" index_select ", NULL, "T[3,3] 0 i[2]"},
    {" gather ", NULL, "T[3,3] 0 i[2,3]"},
    {" scatter ", NULL, "T[3,3] 0 i[2,3] T[3,3]"},
    {" masked_fill ", NULL, "T[3,3] b[3,3] T[]"},
    {" index ", NULL, "T[3,3] {i[2]}"},
    {" index_put_ ", NULL, "T[3,3] {i[2]} T[2,3]"},
    {" bmm ", NULL, "T[2,3,3] T[2,3,3]"},
    {" linear ", NULL, "T[3,3] T[3,3] T[3]"},
    {" dot outer ", NULL, "T[3] T[3]"},
    {" linalg_solve_triangular ", NULL, "T[3,3] T[3,3] false"},
    {" layer_norm ", NULL, "T[3,3] (3) T[3] T[3]"},
    {" conv2d ", NULL, "T[1,1,4,4] T[1,1,2,2] T[1]"},
    {" max_pool2d avg_pool2d ", NULL, "T[1,1,4,4] (2,2)"},
    {" embedding ", NULL, "T[3,3] i[2]"},
    {" cross_entropy ", NULL, "T[3,3] i[3]"},
    {" copy_ add sub mul div floor_divide remainder pow maximum minimum eq ne lt le gt ge logical_and logical_or bitwise_and bitwise_or clamp_min fmod atan2 hypot copysign fmax fmin xlogy gcd lcm bitwise_xor bitwise_left_shift bitwise_right_shift"
     " rsub isclose cosine_similarity linalg_cross"
     " clamp_max mm matmul linalg_solve cdist mse_loss"
     " l1_loss smooth_l1_loss huber_loss kl_div binary_cross_entropy_with_logits inner kron logical_xor ",
     NULL, "T[3,3] T[3,3]"},
    {NULL, NULL, "T[3,3]"},

    /* dtype_pairs.tsv */
    {NULL, "self,other 0-dim", "T[3,3] U[]"},
    {NULL, "self 0-dim,other", "T[] %"},
    {NULL, "self,other (trunc)", "T[3,3] U[3,3] trunc"},
    {NULL, "self,other (floor)", "T[3,3] U[3,3] floor"},
    {NULL, "self,condition", "U[3,3] T[3,3] T[3,3]"},
    {NULL, "tensors", "{T[3,3] U[3,3]}"},
    {" to empty_like zeros_like ones_like ", "self,dtype", "T[3,3] U"},
    {" sum mean prod ", "self,dtype", "T[3,3] (0) false U"},
    {" linalg_vector_norm ", "self,dtype", "T[3,3] 2 (0) false U"},
    {NULL, "self,dtype", "T[3,3] 0 U"},
    {" masked_select ", "self,mask", "T[3,3] U[3,3]"},
    {NULL, "self,mask", "T[3,3] U[3,3] 1"},
    {" masked_fill ", "self,value 0-dim", "T[3,3] b[3,3] U[]"},
    {NULL, "self,value 0-dim", "T[3,3] U[]"},
    {" index_select ", "self,index", "T[3,3] 0 U[2]"},
    {" gather ", "self,index", "T[3,3] 0 U[2,3]"},
    {" scatter ", "self,index", "T[3,3] 0 U[2,3] T[3,3]"},
    {" index ", "self,indices", "T[3,3] {U[3]}"},
    {" index_put_ ", "self,indices", "T[3,3] {U[3]} T[]"},
    {NULL, "self,values", "T[3,3] {i[2]} U[2,3]"},
    {NULL, "self,mat2", "T[2,3,3] U[2,3,3]"},
    {NULL, "self,mat1=mat2", "T[3,3] U[3,3] U[3,3]"},
    {NULL, "mat1,mat2", "T[3,3] T[3,3] U[3,3]"},
    {" linear ", "input,weight", "T[3,3] U[3,3] _"},
    {" linear ", "input=weight,bias", "T[3,3] T[3,3] U[3]"},
    {NULL, "self,tensor", "T[3] U[3]"},
    {NULL, "A,B", "T[3,3] U[3,3]"},
    {NULL, "self,B", "T[3,3] U[3,3] false"},
    {" layer_norm ", "input,weight", "T[3,3] (3) U[3] _"},
    {NULL, "input,weight=bias", "T[3,3] (3) U[3] U[3]"},
    {" conv2d ", "input,weight", "T[1,1,4,4] U[1,1,2,2] _"},
    {" conv2d ", "input=weight,bias", "T[1,1,4,4] T[1,1,2,2] U[1]"},
    {NULL, "x1,x2", "T[3,3] U[3,3]"},
    {NULL, "weight,indices", "T[3,3] U[2]"},
    {NULL, "self,target (indices)", "T[3,3] U[3]"},
    {NULL, "self,target (probabilities)", "T[3,3] U[3,3]"},
    {NULL, "self,weight", "T[3,3] i[3] U[3]"},
    {" scatter ", "self,src", "T[3,3] 0 i[2,3] %"},

    /* both; % is U[3,3] in the one, S in the other */
    {" where ", "self,other", "b[3,3] T[3,3] %"},
    {" clamp ", "self,min", "T[3,3] % _"},
    {NULL, "self,other", "T[3,3] %"},

    /* dtype_scalars.tsv */
    {NULL, "other,self", "S T[3,3]"},
    {" addmm ", "self,alpha", "T[3,3] T[3,3] T[3,3] 1 S"},
    {NULL, "self,alpha", "T[3,3] T[3,3] S"},
    {" masked_fill ", "self,value", "T[3,3] b[3,3] S"},
    {NULL, "self,value", "T[3,3] S"},
    {NULL, "self,beta", "T[3,3] T[3,3] T[3,3] S 1"},
    {NULL, "dtype,fill_value", "(3) S T"},
    {NULL, "self,negative_slope", "T[3,3] S"},
    {NULL, "self,correction", "T[3,3] (0) S"},
    {NULL, "self,ord", "T[3,3] S (0)"},
};
enum { DTYPE_CALLS = sizeof dtype_calls / sizeof *dtype_calls };

#endif
