/*
 * How long things take on a virtual clock (virtual.c): memory and copies as published of one card, NVIDIA's A100 with 40 GB for PCIe;
 * between kernels and until a host thread goes on, as published of the V100 before it, of which alone such figures were found.
 *
 *   memory   1,555 GB/s of the device's memory, from the data sheet of the A100 (NVIDIA, "A100 Tensor Core GPU Datasheet")
 *   copies   31.5 GB/s each way: PCIe 4.0 with 16 lanes, 16 GT/s a lane with 128 of 130 bits used (PCI-SIG, "PCI Express Base
 *            Specification 4.0"); the data sheet has 64 GB/s for both ways together. One engine for each way.
 *   gap      0.9 us between two kernels of a stream that follow at once: NVIDIA's technical blog, "Getting Started with CUDA Graphs" (2019), has
 *            kernels of 2.9 us that come every 3.8 us, on a V100
 *   wait     5.8 us until a host thread that waits goes on: in the same place, one that waits for each kernel has one every 9.6 us
 *
 * A kernel takes as long as its loads and stores would from that memory, each counted as often as it is made; what the arithmetic takes
 * is not known here.
 */
#ifndef SIMCUDA_CARD_H
#define SIMCUDA_CARD_H

enum { CARD_GAP_NS = 900, CARD_WAIT_NS = 5800 };
static const double card_memory = 1555, card_copies = 31.5; /* bytes a nanosecond */

#endif
