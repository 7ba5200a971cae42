/*
 * Tensors from and to other libraries (NumPy, PyTorch, JAX, ...) without a copy: DLPack.
 *
 * The structs are those of DLPack's own header, <dlpack/dlpack.h>, of which a program that only hands them on needs nothing: version 1
 * and the form before it, which has no version. In Python they travel in capsules, "dltensor_versioned" and "dltensor".
 */
#ifndef RUNAHEAD_DLPACK_H
#define RUNAHEAD_DLPACK_H

#include <runahead/status.h>
#include <runahead/types.h>

RA_BEGIN_DECLS

struct DLManagedTensorVersioned;
struct DLManagedTensor;

/*
 * Lends the tensor's elements: dtype, sizes, strides and address, with a deleter by which whoever has them at last gives them back,
 * once, from any thread. The memory stays until then, whatever becomes of the handle, which the caller keeps; where an out= makes
 * the storage grow meanwhile, what was lent stays as it was, and the tensor has other memory.
 *
 * Waits for those who write the elements, and, since the borrower may write them, for those who read them too; a tensor over a
 * read-only buffer is lent as read-only, and waits for writers alone. No operator that is recorded later waits for the borrower.
 *
 * NULL when refused: RA_ERR_DEVICE (the meta device; CUDA: ra_to first), RA_ERR_STATE (lent half a million times), or the status of the
 * task that failed. The form without a version cannot say read-only, and refuses such a tensor with RA_ERR_READONLY.
 */
RA_API struct DLManagedTensorVersioned *ra_to_dlpack(const ra_tensor *tensor RA_SITE) RA_AT(ra_to_dlpack_at);
RA_API struct DLManagedTensor *ra_to_dlpack_unversioned(const ra_tensor *tensor RA_SITE) RA_AT(ra_to_dlpack_unversioned_at);

/*
 * Borrows what another library lends: a tensor over its elements. It takes the struct over: the deleter is called, on the callback
 * lane (engine.h), once the last task and handle are done with them. Who lends as read-only has in-place work refused with
 * RA_ERR_READONLY. What the lender has not computed yet it must have waited for. Bools are 0 or 1. Never waits.
 *
 * NULL when refused, and the struct stays the caller's: RA_ERR_ARGUMENT (NULL), RA_ERR_UNSUPPORTED (another major version),
 * RA_ERR_DEVICE (memory that is not the processor's), RA_ERR_DTYPE (a dtype there is none of here, or vectors as elements), RA_ERR_SHAPE,
 * RA_ERR_LAYOUT (negative strides, or elements at addresses where C has none), RA_ERR_OVERFLOW, RA_ERR_MEMORY.
 */
RA_API ra_tensor *ra_from_dlpack(struct DLManagedTensorVersioned *lent RA_SITE) RA_AT(ra_from_dlpack_at);
RA_API ra_tensor *ra_from_dlpack_unversioned(struct DLManagedTensor *lent RA_SITE) RA_AT(ra_from_dlpack_unversioned_at);

RA_END_DECLS
#endif
